"""What `benchmarks schema` measures, of jsonschema-rs with orjson, in the same way: one JSON object.

usage: jsonschema-rs.py SCHEMA INSTANCES.jsonl
"""

import json
import sys
import time

import jsonschema_rs
import orjson


def seconds(run_once):
    """CPU seconds of this thread for one pass: the least of all passes of half a second."""
    start = last = time.thread_time()
    least = float("inf")
    while last - start < 0.5:
        run_once()
        now = time.thread_time()
        least = min(least, now - last)
        last = now
    return least


def compiled():
    return jsonschema_rs.validator_for(orjson.loads(schema_text), validate_formats=False)


schema_path, instances_path = sys.argv[1:]
with open(schema_path, "rb") as file:
    schema_text = file.read()
with open(instances_path, "rb") as file:
    texts = [line for line in file.read().split(b"\n") if line]
documents = [orjson.loads(text) for text in texts]
megabytes = sum(map(len, texts)) / 1e6

start = time.thread_time()
is_valid = compiled().is_valid
first_compile = time.thread_time() - start


def judge():
    for document in documents:
        is_valid(document)


def parse_and_judge():
    for text in texts:
        is_valid(orjson.loads(text))


print(json.dumps({
    "valid": sum(map(is_valid, documents)),
    "first_compile_ms": 1000 * first_compile,
    "compile_ms": 1000 * seconds(compiled),
    "verdict_mb_s": megabytes / seconds(judge),
    "bytes_to_verdict_mb_s": megabytes / seconds(parse_and_judge),
}))
