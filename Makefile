# For OpenBench and packagers: `make EXE=name` leaves the engine under that name in this folder.

EXE ?= enroque
ifeq ($(OS),Windows_NT)
    NAME := $(EXE).exe
else
    NAME := $(EXE)
endif

.PHONY: all
all:
	cargo rustc --release --package engine --bin enroque -- --emit link=$(NAME)
