# `make` alone prints this list.
BUILD_FLAGS := --explicit-target-dependency-import-check error
RELEASE_FLAGS := -c release $(BUILD_FLAGS)
# With the Swift runtime inside, an installed command runs on machines without a toolchain.
INSTALL_FLAGS := $(RELEASE_FLAGS) --static-swift-stdlib
SOURCES := Package.swift Sources Tests Benchmarks Fuzz
# A sanitizer needs a build of its own, more stack, and no backtraces of Swift's: they hang on what it reports.
ADDRESS := --sanitize=address --scratch-path .build/address
THREAD := --sanitize=thread --scratch-path .build/thread
SUPPRESSIONS := suppressions=$(CURDIR)/Tests/Sanitizers
FUZZ_FLAGS := -c release --scratch-path .build/fuzz --product fuzz --sanitize=address \
	-Xswiftc -sanitize=fuzzer -Xcxx -fsanitize=fuzzer-no-link -Xswiftc -use-ld=lld
PREFIX ?= /usr/local
PEERS := .build/peers

.PHONY: help deps build release demo test test-one test-address test-thread fuzz lint format check golden \
	conformance drift-cases bench bench-check bench-queue soak bench-compare install round-trip codegen-cases

help: ## List the targets.
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  %-14s %s\n", $$1, $$2 }' Makefile

deps: ## Install the Debian packages that are missing.
	@deploy/install-packages

build: deps ## Build everything, warnings and undeclared imports being errors.
	swift build $(BUILD_FLAGS)

release: deps ## Build the two commands as they are installed.
	swift build $(INSTALL_FLAGS) --product feedkeeper
	swift build $(INSTALL_FLAGS) --product contract-check

demo: deps ## See the whole job work: Postgres, an upstream, the worker, drift. KEEP=1 stays up.
	@swift build $(INSTALL_FLAGS) --product feedkeeper
	@$$(swift build -c release --show-bin-path)/feedkeeper demo $(if $(KEEP),--keep)

test: deps ## Run all tests, with a private Postgres cluster that the tests start and stop.
	swift build $(BUILD_FLAGS) --build-tests
	swift test --skip-build --parallel

test-one: deps ## Run the tests whose name matches NAME=.
	swift test $(BUILD_FLAGS) --filter "$(NAME)"

test-address: deps ## Run the tests of all that reads memory by hand, under the address sanitizer.
	swift build $(BUILD_FLAGS) --build-tests $(ADDRESS)
	ulimit -s 65532; SWIFT_BACKTRACE=enable=no LSAN_OPTIONS=$(SUPPRESSIONS)/leaks.txt \
		swift test --skip-build $(ADDRESS) --filter '^(JSON|HostileInput|Drift|Contracts|ContractCheck|Decompression|TypeInference|SwiftModels)'

test-thread: deps ## Run the tests of all that has threads, under the thread sanitizer.
	swift build $(BUILD_FLAGS) --build-tests $(THREAD)
	ulimit -s 65532; SWIFT_BACKTRACE=enable=no TSAN_OPTIONS=$(SUPPRESSIONS)/threads.txt \
		swift test --skip-build $(THREAD) --filter '^(Postgres|HTTPFetch|JobQueue|Snapshots|Worker|Runtime|JSON)'

fuzz: deps ## Fuzz TARGET=parse|pointer|compile|validate for SECONDS=60, with the files of CORPUS= as seeds.
	FEEDKEEPER_FUZZ=1 swift build $(FUZZ_FLAGS)
	SWIFT_BACKTRACE=enable=no Fuzz/run .build/fuzz/release/fuzz "$(TARGET)" "$(or $(SECONDS),60)" "$(CORPUS)"

lint: ## Check the form of the sources.
	swift format lint --strict --parallel -r $(SOURCES)

format: ## Put the sources into that form.
	swift format -i --parallel -r $(SOURCES)

check: lint build test ## What CI runs.

golden: deps ## Rewrite the golden files of the tests, and show what changed.
	UPDATE_GOLDEN=1 swift test $(BUILD_FLAGS) --filter 'ContractCheckTests|OptionsTests'
	git diff --stat -- Tests

conformance: deps ## Run the official JSON Schema suite, SUITE=path.
	@swift build $(RELEASE_FLAGS) --product benchmarks
	@$$(swift build -c release --show-bin-path)/benchmarks conformance "$(SUITE)"

drift-cases: deps ## Score check on cases of drift, CASES="file ...": found, missed, falsely breaking.
	@swift build $(RELEASE_FLAGS) --product contract-check
	@swift build $(RELEASE_FLAGS) --product benchmarks
	@$$(swift build -c release --show-bin-path)/benchmarks drift-cases $(CASES)

bench: deps ## Measure refreshes, or validation with SCHEMA= and INSTANCES=.
	@swift build $(RELEASE_FLAGS) --product benchmarks
	@$$(swift build -c release --show-bin-path)/benchmarks $(if $(SCHEMA),schema $(SCHEMA) $(INSTANCES),worker --pages 200)

bench-queue: deps ## Measure the job queue beside a plain loop over libpq.
	@swift build $(RELEASE_FLAGS) --product benchmarks
	@for name in queue latency refresh enqueue held-snapshot future-jobs; do \
		$$(swift build -c release --show-bin-path)/benchmarks $$name || exit 1; done

soak: deps ## Run daemons for SECONDS=600 under kills, crashes and a broken upstream, and close the books.
	@swift build $(RELEASE_FLAGS) --product feedkeeper
	@swift build $(RELEASE_FLAGS) --product benchmarks
	@$$(swift build -c release --show-bin-path)/benchmarks soak "$(or $(SECONDS),600)"

bench-check: deps ## Measure whole processes of check: a page, a folder, a HAR, NDJSON.
	@swift build $(INSTALL_FLAGS) --product contract-check
	@swift build $(INSTALL_FLAGS) --product benchmarks
	@$$(swift build -c release --show-bin-path)/benchmarks check Schemas/netease-home

bench-compare: deps ## Measure validation beside jsonschema-rs from PyPI, SETS=folder, into Benchmarks/results/.
	@swift build $(RELEASE_FLAGS) --product benchmarks
	@test -x $(PEERS)/bin/python || python3 -m venv $(PEERS)
	@$(PEERS)/bin/pip install --quiet --requirement Benchmarks/Peers/requirements.txt
	@$$(swift build -c release --show-bin-path)/benchmarks compare "$(SETS)" $(PEERS)/bin/python \
		> $(PEERS)/schema.md && mv $(PEERS)/schema.md Benchmarks/results/ && cat Benchmarks/results/schema.md

round-trip: deps ## Infer, generate, compile and run Swift for each JSON file below INPUTS=, and compare.
	@swift build $(RELEASE_FLAGS) --product contract-check
	@Benchmarks/round-trip "$$(swift build -c release --show-bin-path)/contract-check" "$(INPUTS)"

codegen-cases: deps ## Try the cases of generated code in the file CASES=, one by one.
	CODEGEN_CASES="$(abspath $(CASES))" swift test $(BUILD_FLAGS) --filter CodegenCasesTests

install: release ## Install the commands, the contracts and the systemd unit below PREFIX= (DESTDIR= is honoured).
	deploy/install-files "$(DESTDIR)" "$(PREFIX)" "$$(swift build -c release --show-bin-path)"
