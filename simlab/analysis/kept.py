"""Points of a sweep on disk: written as soon as they are finished, found again after a stop, read one at a time.

A folder holds ``sweep.json``, which says of what sweep, and ``point_<digest>.parquet`` for each set of packed numbers
that was played, as `Result.save` writes it. Points that play the same numbers with the same dice share a file.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, overload

from simlab.errors import RunError
from simlab.files import write_whole
from simlab.result import Result, load_result
from simlab.version import versions

if TYPE_CHECKING:
    import pandas as pd

    from simlab.scenario import Scenario

Labelled = tuple[dict[str, str], Result]
FORMAT = "simlab sweep 1"


class KeptPoints(Sequence[Labelled]):
    """The finished points of a sweep, each read from its file when it is asked for."""

    def __init__(self) -> None:
        self._places: list[tuple[dict[str, str], Path, dict[str, Any]]] = []

    def note(self, labels: dict[str, str], path: Path, provenance: dict[str, Any]) -> None:
        """One more point: its file, and what its provenance has of its own (its file may be that of another)."""
        self._places.append((labels, path, provenance))

    @overload
    def __getitem__(self, place: int) -> Labelled: ...
    @overload
    def __getitem__(self, place: slice) -> Sequence[Labelled]: ...
    def __getitem__(self, place: int | slice) -> Labelled | Sequence[Labelled]:
        if isinstance(place, slice):
            return [self[number] for number in range(*place.indices(len(self)))]
        labels, path, own = self._places[place]
        result = load_result(path)
        result.provenance.update(own)
        return labels, result

    def __iter__(self) -> Iterator[Labelled]:
        return (self[place] for place in range(len(self)))

    def __len__(self) -> int:
        return len(self._places)


class Kept:
    """The folder of one sweep. seed: that of an earlier stretch, None where none has rolled dice yet."""

    def __init__(self, folder: Path, about: dict[str, Any]) -> None:
        self.folder, self.about = folder, about
        self.points = KeptPoints()

    @property
    def seed(self) -> int | None:
        """The seed that an earlier point was given or chose."""
        return self.about["seed"]

    def find(self, name: tuple[str, ...]) -> Result | None:
        """The result of a point that was played with the same numbers and dice, be it in an earlier stretch."""
        path = self._path(name)
        return load_result(path) if path.is_file() else None

    def add(self, name: tuple[str, ...], labels: dict[str, str], result: Result) -> Result:
        """Write a point under the name of what was played."""
        if self.about["seed"] is None and not result.exact:
            self.about["seed"] = result.provenance["seed"]
            self._write_about()
        path = self._path(name)
        if not path.is_file():
            result.save(path)
        own = {key: result.provenance[key] for key in ("title", "question", "digest", "rulings", "changed_rulings")}
        self.points.note(labels, path, {**own, "scenario": result.provenance["scenario"]})
        return result

    def _path(self, name: tuple[str, ...]) -> Path:
        digest = hashlib.sha256("\n".join(name).encode()).hexdigest()[:16]
        return self.folder / f"point_{digest}.parquet"

    def _write_about(self) -> None:
        text = json.dumps(self.about, indent=1, default=str)
        write_whole(self.folder / "sweep.json", lambda file: file.write_text(text, encoding="utf-8"))


def open_folder(folder: Path, scenario: Scenario, seed: int | None, asked: Mapping[str, Any]) -> Kept:
    """The folder of a sweep, made or found again.

    Raises:
        RunError: it cannot be written, or holds points of another sweep; the message says what differs.
    """
    if asked.get("exact_fractions"):
        raise RunError(f"{folder}: points are kept as numbers, not as fractions; leave exact fractions out")
    told = {key: value for key, value in asked.items() if key not in ("client", "exact_fractions")}
    about: dict[str, Any] = {
        "format": FORMAT, "scenario": scenario.digest, "run": {**scenario.run}, "asked": told,
        "simlab": versions()["simlab"], "seed": seed,
    }  # fmt: skip
    about = json.loads(json.dumps(about, default=str))
    place = folder / "sweep.json"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        if place.is_file():
            before = json.loads(place.read_text(encoding="utf-8"))
            _check_same(folder, before, about)
            about["seed"] = before["seed"] if seed is None else seed
            return Kept(folder, about)
        kept = Kept(folder, about)
        kept._write_about()
    except OSError as error:
        raise RunError(f"{folder}: cannot be written ({error.strerror or error})") from None
    except (ValueError, KeyError, TypeError) as error:
        raise RunError(f"{place}: not of a sweep ({type(error).__name__}); name another folder") from None
    return kept


def _check_same(folder: Path, before: Mapping[str, Any], about: Mapping[str, Any]) -> None:
    """RunError when a folder holds points of another sweep."""
    words = {
        "format": "layout", "scenario": "scenario", "run": "[run] section", "asked": "options", "simlab": "version",
    }  # fmt: skip
    for key, word in words.items():
        if before[key] != about[key]:
            raise RunError(f"{folder}: holds points of another sweep (another {word}); name an empty folder")
    if about["seed"] is not None and before["seed"] not in (None, about["seed"]):
        raise RunError(f"{folder}: holds points of seed {before['seed']}, not {about['seed']}; name an empty folder")


def write_frames(frames: Iterator[pd.DataFrame], path: Path) -> Path:
    """Write frames of the same columns as one .parquet or .csv file, one after another."""
    if path.suffix not in (".csv", ".parquet"):
        raise RunError(f'{path}: write to a file ending in .parquet or .csv, not "{path.suffix}"')
    try:
        write_whole(path, lambda file: (_write_csv if path.suffix == ".csv" else _write_parquet)(frames, file))
    except OSError as error:
        raise RunError(f"{path}: cannot be written ({error.strerror or error})") from None
    return path


def _write_csv(frames: Iterator[pd.DataFrame], file: Path) -> None:
    with file.open("w", encoding="utf-8", newline="") as out:
        for number, frame in enumerate(frames):
            frame.to_csv(out, index=False, header=number == 0, lineterminator="\n")


def _write_parquet(frames: Iterator[pd.DataFrame], file: Path) -> None:
    """Row groups of one point each, all with the types of the first; whole numbers of an axis may turn to decimals."""
    import pyarrow as pa
    import pyarrow.parquet as pq

    writer = None
    try:
        for frame in frames:
            table = pa.Table.from_pandas(_typed(frame), preserve_index=False)
            if writer is None:
                writer = pq.ParquetWriter(file, table.schema, compression="zstd")
            writer.write_table(table.cast(writer.schema))
    finally:
        if writer is not None:
            writer.close()


def _typed(frame: pd.DataFrame) -> pd.DataFrame:
    """The columns that one point may have and another not (n and count of an exact law) with one type for all."""
    import pandas as pd

    kinds = {name: "Int64" for name in ("n", "count") if name in frame}
    numbers = {
        name: "float64" for name in frame.columns if name not in kinds and pd.api.types.is_numeric_dtype(frame[name])
    }
    return frame.astype({**numbers, **kinds})
