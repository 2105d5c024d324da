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

clients: ## install clients of others from the npm registry, and run them against a site
	cd test/clients && PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD=1 npm ci --ignore-scripts --no-audit --no-fund --loglevel=error
	go test ./test/clients

tools: ## install the S3 server that tests use, into .tools
	scripts/install-s3.sh

lint: ## check formatting and look for mistakes
	@test -z "$$(gofmt -l cmd internal test)" || { gofmt -l cmd internal test; echo "run gofmt -w on these"; exit 1; }
	@# -e: a dependency's own tests import what not every proxy has
	@diff=$$(go mod tidy -e -diff 2>/dev/null); test -z "$$diff" || { echo "$$diff"; echo "go.mod and the imports disagree; run go mod tidy -e"; exit 1; }
	go vet ./...
	@# a small heap goal: the linter reads all dependencies, and small machines ended it
	GOGC=30 GOMEMLIMIT=1GiB go run $(STATICCHECK) ./...

GOSEC = github.com/securego/gosec/v2/cmd/gosec@v2.30.0
# What gosec would say of things that are meant: G115 conversions of numbers whose
# bounds stand beside them; G117 names of fields that travel sealed or signed; G124
# cookies whose attributes Authenticator.Cookie sets; G304 files that the operator
# names; G401, G501, G505 old digests of imported passwords and of addresses of
# pictures; G201, G202 queries made of the program's own texts; G301 folders that web
# servers read; G404 chance that is no secret; G710 redirects to the site's own address.
GOSEC_MEANT = G115,G117,G124,G301,G304,G401,G404,G501,G505,G201,G202,G710

gosec: ## look for mistakes that are dangerous, one package at a time
	GOMEMLIMIT=1500MiB go run $(GOSEC) -quiet -concurrency 1 -severity medium -confidence medium -exclude=$(GOSEC_MEANT) \
		-exclude-dir=internal/store/pgtest -exclude-dir=internal/blob/blobtest ./internal/... ./cmd/...

fuzz: ## fuzz every target for a while (FUZZTIME=10s)
	scripts/fuzz.sh $${FUZZTIME:-10s}

soak: ## compare cached answers with ones made anew for long (QUOIN_SOAK=20 times the usual)
	QUOIN_SOAK=$${QUOIN_SOAK:-20} go test ./test/api -run 'Cached|Node|EqualKeys' -timeout 0 -v

bench: ## measure speed and size beside baselines of the same run
	scripts/bench.sh

release: ## build for all systems into dist, with checksums and the list of modules (VERSION=...)
	scripts/release.sh

clean: ## remove what was built, not the data
	rm -rf quoin bin dist

.PHONY: help build run test clients tools lint gosec fuzz soak bench release clean
