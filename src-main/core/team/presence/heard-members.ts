/** Keeps the last report of each process of each member. Two processes of one member mean that its join file was copied. */

export const REPORT_MS = 15_000;
/** Two reports may be lost. */
export const GONE_MS = 3 * REPORT_MS;

interface HeardRun<Report> {
  readonly report: Report;
  /** `Clock.elapsed` of the last report. */
  readonly at: number;
  /** Number of its first and its last report among the reports of all members. */
  readonly first: number;
  readonly last: number;
}

export class HeardMembers<Report extends { readonly run: string }> {
  readonly #runs = new Map<string, Map<string, HeardRun<Report>>>();
  #reports = 0;

  /** @returns true if this process was not here before */
  add(member: string, report: Report, elapsed: number): boolean {
    const runs = this.#runs.get(member) ?? new Map<string, HeardRun<Report>>();
    this.#runs.set(member, runs);
    for (const [run, { at }] of runs) if (elapsed - at >= GONE_MS) runs.delete(run);
    const number = ++this.#reports;
    const before = runs.get(report.run);
    // The last one in the map is the one that reported last.
    runs.delete(report.run);
    runs.set(report.run, { report, at: elapsed, first: before?.first ?? number, last: number });
    return before === undefined;
  }

  get reports(): readonly { readonly member: string; readonly report: Report; readonly at: number }[] {
    return [...this.#runs]
      .flatMap(([member, runs]) => [...runs.values()].slice(-1).map(({ report, at }) => ({ member, report, at })))
      .toSorted((one, other) => (one.member < other.member ? -1 : 1));
  }

  runsOf(member: string, elapsed: number): number {
    return this.#here(member, elapsed).length;
  }

  /** True if a process of this member reported after another one had started. One that was started again ended before. */
  isDoubled(member: string, elapsed: number): boolean {
    const here = this.#here(member, elapsed);
    return here.some((one) => here.some((other) => one.first < other.first && other.first < one.last));
  }

  #here(member: string, elapsed: number): readonly HeardRun<Report>[] {
    return [...(this.#runs.get(member)?.values() ?? [])].filter(({ at }) => elapsed - at < GONE_MS);
  }
}
