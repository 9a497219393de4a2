"""What `benchmarks schema` measures, of jsonschema-rs with orjson: one JSON object.

usage: jsonschema-rs.py SCHEMA INSTANCES.jsonl
"""

import json
import sys
import time

import jsonschema_rs
import orjson


def seconds(run_once):
    """CPU seconds of this thread for one pass, over at least 0.3 seconds of passes."""
    start, passes = time.thread_time(), 0
    while True:
        run_once()
        passes += 1
        elapsed = time.thread_time() - start
        if elapsed >= 0.3:
            return elapsed / passes


schema_path, instances_path = sys.argv[1:]
with open(schema_path, "rb") as file:
    schema = orjson.loads(file.read())
with open(instances_path, "rb") as file:
    texts = [line for line in file.read().split(b"\n") if line]

start = time.thread_time()
validator = jsonschema_rs.validator_for(schema)
first_compile = time.thread_time() - start

documents = [orjson.loads(text) for text in texts]
is_valid = validator.is_valid
megabytes = sum(map(len, texts)) / 1e6


def judge():
    for document in documents:
        is_valid(document)


def parse_and_judge():
    for text in texts:
        is_valid(orjson.loads(text))


print(json.dumps({
    "valid": sum(map(is_valid, documents)),
    "first_compile_ms": 1000 * first_compile,
    "compile_ms": 1000 * seconds(lambda: jsonschema_rs.validator_for(schema)),
    "verdict_mb_s": megabytes / seconds(judge),
    "bytes_to_verdict_mb_s": megabytes / seconds(parse_and_judge),
}))
