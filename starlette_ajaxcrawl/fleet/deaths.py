"""When a job is given up: workers die of jobs, and of much else."""

from __future__ import annotations

from typing import NamedTuple

ENOUGH = 2
ENOUGH_AMONG_OTHERS = 4


class Deaths(NamedTuple):
    """Workers that have died while they had a job: ``alone``, or at all; ``others`` had it not, in five minutes."""

    alone: int
    all: int
    others: int

    @property
    def are_of_the_job(self) -> bool:
        """Whether they say that the job kills workers.

        A worker's death makes each job that it had a suspect, which is rendered alone from then on; only deaths alone
        count. Two are enough, unless as many workers have died without the job: then they die of something else, too.
        """
        return self.alone >= (ENOUGH if self.others < self.all else ENOUGH_AMONG_OTHERS)
