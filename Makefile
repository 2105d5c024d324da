# Quoin. `make` alone prints this help.
.DEFAULT_GOAL := help
export CGO_ENABLED = 0

DATA   ?= data
LISTEN ?= 127.0.0.1:8080
STATICCHECK = honnef.co/go/tools/cmd/staticcheck@v0.8.2

help: ## print what can be made
	@awk -F':.*## ' '/^[a-z-]+:.*## /{printf "  make %-10s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

build: ## build the one binary, ./quoin
	go build -o quoin ./cmd/quoin

run: build ## serve a site with sample content; prints the address, the log-in and lines to try
	./quoin serve --data $(DATA) --listen $(LISTEN) --sample

test: ## run all tests; PostgreSQL and S3 are used when their programs are there
	go test ./...

tools: ## install the S3 server that tests use, into .tools
	scripts/install-s3.sh

lint: ## check formatting and look for mistakes
	@test -z "$$(gofmt -l cmd internal test)" || { gofmt -l cmd internal test; echo "run gofmt -w on these"; exit 1; }
	go vet ./...
	go run $(STATICCHECK) ./...

fuzz: ## fuzz every target for a while (FUZZTIME=10s)
	scripts/fuzz.sh $${FUZZTIME:-10s}

soak: ## compare kept answers with ones made anew for long (QUOIN_SOAK=20 times the usual)
	QUOIN_SOAK=$${QUOIN_SOAK:-20} go test ./test/api -run 'Kept|Node' -timeout 0 -v

bench: ## measure speed and size beside baselines of the same run
	scripts/bench.sh

clean: ## remove what was built, not the data
	rm -rf quoin bin

.PHONY: help build run test tools lint fuzz soak bench clean
