# Quoin. `make` alone prints this help.
.DEFAULT_GOAL := help
export CGO_ENABLED = 0

DATA   ?= data
LISTEN ?= 127.0.0.1:8080
STATICCHECK = honnef.co/go/tools/cmd/staticcheck@v0.8.2

help: ## print what can be made
	@awk -F':.*## ' '/^[a-z-]+:.*## /{printf "  make %-10s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

build: ## build the one binary, ./quoin, with the admin where Node and npm are
	@scripts/admin.sh
	go build -ldflags=-w -o quoin ./cmd/quoin

run: build ## serve a site with sample content; prints the address, the log-in and lines to try
	./quoin serve --data $(DATA) --listen $(LISTEN) --sample

admin: ## bundle the editor and the screens of web/admin; needs Node and npm
	scripts/admin.sh must

test: ## run all tests; PostgreSQL and S3 are used when their programs are there
	@# the flows of the browser alone: people don't wait beside two other suites either
	go test -timeout 40m $$(go list ./... | grep -v '/test/clients$$'); others=$$?; go test -timeout 40m ./test/clients && exit $$others

postgres: ## run the tests of the store on PostgreSQL 16, 17 and 18, whose programs come from the npm registry
	scripts/postgres-versions.sh

clients: ## install clients of others from the npm registry, and run them against a site
	cd test/clients && PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD=1 npm ci --ignore-scripts --no-audit --no-fund --loglevel=error
	go test ./test/clients

pictures: build ## take pictures of pages and of the admin into docs/pictures; needs Chromium and what "make clients" installs
	scripts/pictures.sh

tools: ## install the S3 server and the certificate authority that tests use, into .tools
	scripts/install-s3.sh
	scripts/install-acme.sh

lint: gosec vuln ## check formatting and look for mistakes
	@test -z "$$(gofmt -l quoin.go cmd examples ext internal scripts test)" || { gofmt -l quoin.go cmd examples ext internal scripts test; echo "run gofmt -w on these"; exit 1; }
	@# -e: a dependency's own tests import what not every proxy has
	@diff=$$(go mod tidy -e -diff 2>/dev/null); test -z "$$diff" || { echo "$$diff"; echo "go.mod and the imports disagree; run go mod tidy -e"; exit 1; }
	go vet ./...
	@# a small heap goal: the linter reads all dependencies, and small machines ended it
	GOGC=30 GOMEMLIMIT=1GiB go run $(STATICCHECK) ./...

# G115 finds conversions of numbers, of which there are many beside their bounds. What
# else is meant says so on its line: #nosec RULE -- reason.
GOSEC = -gosec.severity=medium -gosec.confidence=medium -gosec.exclude=G115

gosec: ## look for mistakes that are dangerous; what hasn't changed isn't looked at again
	cd scripts/gosec && go build -o ../../bin/gosec .
	go vet -vettool=$(CURDIR)/bin/gosec $(GOSEC) $$(go list . ./ext ./internal/... ./cmd/... | grep -v 'test$$')

vuln: ## look for known vulnerabilities, where their database can be reached
	scripts/vuln.sh

fuzz: ## fuzz every target for a while (FUZZTIME=10s)
	scripts/fuzz.sh $${FUZZTIME:-10s}

soak: ## compare cached answers with ones made anew, dialects and engines, kill nodes and all that they stand on, watch memory, for long (QUOIN_SOAK=20 times the usual)
	QUOIN_SOAK=$${QUOIN_SOAK:-20} go test ./test/soak -timeout 0 -v
	QUOIN_SOAK=$${QUOIN_SOAK:-20} go test ./test/api -run 'Cached|Node|EqualKeys' -timeout 0 -v
	QUOIN_SOAK=$${QUOIN_SOAK:-20} go test ./internal/storage/store -run Concurrent -timeout 0 -v
	QUOIN_SOAK=$${QUOIN_SOAK:-20} go test ./test/nodes -timeout 0 -v
	QUOIN_SOAK=$${QUOIN_SOAK:-20} go test ./test/chaos -timeout 0 -v
	QUOIN_SOAK=$${QUOIN_SOAK:-20} go test ./test/golden -run Random -timeout 0 -v

bench: ## measure speed and size beside baselines of the same run
	scripts/bench.sh

bench-million: build ## make a site of a million posts and measure imports, commands and requests there; an hour, and 15 GB of disk
	go run ./test/million -quoin ./quoin

release: ## build and pack for all systems into dist, with checksums and lists of their parts (VERSION=...)
	scripts/release.sh

clean: ## remove what was built, not the data
	rm -rf quoin bin dist

.PHONY: help build run admin test postgres clients pictures tools lint gosec vuln fuzz soak bench bench-million release clean
