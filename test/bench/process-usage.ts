/** Reads from `/proc` what a process and the processes that it started use. Linux only. */
import { readdirSync, readFileSync } from 'node:fs';

const TICK_MS = 10;
const KIB = 1_024;

export interface Usage {
  /** Includes all threads, since the start. */
  readonly cpuMs: number;
  readonly residentBytes: number;
  readonly residentPeakBytes: number;
  /** Times that a thread waited and was woken, since the start, without threads that have ended. */
  readonly wakeUps: number;
}

export function usageOf(pid: number): Usage {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  const kib = (name: string) => Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(status)?.[1] ?? 0);
  // The name of the process, in brackets, may contain spaces. Then user and system time are fields 12 and 13.
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? [];
  return childrenOf(pid)
    .map(usageOf)
    .reduce(
      (sum, child) => ({
        cpuMs: sum.cpuMs + child.cpuMs,
        residentBytes: sum.residentBytes + child.residentBytes,
        residentPeakBytes: sum.residentPeakBytes + child.residentPeakBytes,
        wakeUps: sum.wakeUps + child.wakeUps,
      }),
      {
        cpuMs: (Number(fields[11]) + Number(fields[12])) * TICK_MS,
        residentBytes: kib('VmRSS') * KIB,
        residentPeakBytes: kib('VmHWM') * KIB,
        wakeUps: wakeUpsOf(pid),
      },
    );
}

function wakeUpsOf(pid: number): number {
  const switches = readdirSync(`/proc/${pid}/task`).map((thread) => {
    const status = readFileSync(`/proc/${pid}/task/${thread}/status`, 'utf8');
    return Number(/^voluntary_ctxt_switches:\s+(\d+)/m.exec(status)?.[1]);
  });
  return switches.reduce((sum, count) => sum + count, 0);
}

function childrenOf(pid: number): number[] {
  return readdirSync(`/proc/${pid}/task`).flatMap((thread) =>
    readFileSync(`/proc/${pid}/task/${thread}/children`, 'utf8').split(' ').filter(Boolean).map(Number),
  );
}

/** Returns the share of the last 10 s in which a program waited for a processor, in %. NaN if the system does not say it. */
export function cpuPressure(): number {
  try {
    return Number(/avg10=([\d.]+)/.exec(readFileSync('/proc/pressure/cpu', 'utf8'))?.[1]);
  } catch {
    return Number.NaN;
  }
}
