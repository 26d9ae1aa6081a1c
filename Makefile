# For OpenBench and packagers: `make EXE=name` builds the engine under that name in this folder.

EXE ?= enroque
ifeq ($(OS),Windows_NT)
    NAME := $(EXE).exe
else
    NAME := $(EXE)
endif

# `make EVALFILE=path` embeds that network instead of the project's own, or fails. The path must not
# contain spaces.
ifneq ($(EVALFILE),)
    override EVALFILE := $(abspath $(EVALFILE))
    export EVALFILE
    CHECK := "$(abspath $(NAME))" eval > /dev/null || { rm -f "$(NAME)"; exit 1; }
endif

.PHONY: all
all:
	cargo rustc --locked --release --package engine --bin enroque -- --emit link=$(NAME)
	$(CHECK)

# The same with profile-guided optimization, profiled on `bench` and perft. It takes three times as
# long to build and needs the llvm-profdata of the compiler's LLVM version, from `rustup component add
# llvm-tools` or a package such as Debian's llvm-22. For a binary that this machine cannot run, set
# PROFILE_RUSTFLAGS to the flags of one that it can.
RUSTFLAGS ?= -C target-cpu=native
PROFILE_RUSTFLAGS ?= $(RUSTFLAGS)
TARGET ?= $(shell rustc -vV | sed -n 's/^host: //p')
LLVM := $(shell rustc -vV | sed -n 's/^LLVM version: \([0-9]*\).*/\1/p')
PROFDATA ?= $(firstword $(wildcard $(shell rustc --print sysroot)/lib/rustlib/*/bin/llvm-profdata) \
	$(shell command -v llvm-profdata-$(LLVM)) llvm-profdata)
PROFILE := $(CURDIR)/target/pgo
INSTRUMENTED := $(CURDIR)/target/$(TARGET)/release/enroque

.PHONY: pgo
pgo: export CARGO_TARGET_DIR := $(CURDIR)/target
pgo:
	rm -rf target/pgo
	RUSTFLAGS="$(PROFILE_RUSTFLAGS) -C profile-generate=$(PROFILE)" \
		cargo build --locked --release --package engine --target $(TARGET)
	$(INSTRUMENTED) bench
	$(INSTRUMENTED) "perft 5"
	$(PROFDATA) merge --output $(PROFILE)/merged.profdata $(PROFILE)
	RUSTFLAGS="$(RUSTFLAGS) -C profile-use=$(PROFILE)/merged.profdata" \
		cargo rustc --locked --release --package engine --bin enroque --target $(TARGET) \
		-- --emit link=$(NAME)
