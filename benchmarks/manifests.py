"""What is wrong with an archive, by what it must have: each state once, with its own page in its file."""

import json
from collections import Counter
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path
from typing import Any


def faults(folder: Path, pages: dict[str, str]) -> list[str]:
    """Faults of the archive in ``folder``, whose states must be the keys of ``pages``, and show what is there."""
    rows = [json.loads(line) for line in (folder / "manifest.jsonl").read_text().splitlines()]
    found = [fault for row in rows for fault in _of_row(folder, row, pages)]
    times = Counter(row["url"] for row in rows)
    found += [f"{url}: {times[url]} times" for url in {*times, *pages} if times[url] != (url in pages)]
    completed = (folder / "completed.txt").read_text().splitlines()
    if sorted(completed) != sorted(pages):
        found.append(f"completed.txt has {len(completed)} lines that are not the states")
    if failed := (folder / "failed.txt").read_text().splitlines():
        found.append(f"failed.txt has {len(failed)} lines: {failed[0]}")
    files = {str(path.relative_to(folder)) for path in folder.glob("pages/*/*")}
    if others := files ^ {row["file"] for row in rows}:
        found.append(f"{len(others)} files are missing, or nobody's: {min(others)}")
    return found


def _of_row(folder: Path, row: dict[str, Any], pages: dict[str, str]) -> Iterator[str]:
    url = row["url"]
    if (row["outcome"], row["status"]) != ("completed", 200):
        yield f"{url}: {row['outcome']} {row['status']} {row['reason']}"
        return
    body = (folder / row["file"]).read_bytes()
    if (len(body), sha256(body).hexdigest()) != (row["bytes"], row["sha256"]):
        yield f"{url}: its file is another one's"
    if url not in pages or pages[url] not in body.decode():
        yield f"{url}: {body[:200]!r}"
