/** `watchfloor coverage`: when somebody listened, when nobody did, and why. */
import { Command, Option } from 'commander';
import type { Coverage, Gap, Session } from '../../../src-shared/domain/coverage.ts';
import { openStoreReader } from '../../adapters/event-store/store-reader.ts';
import { isWriterLockHeld } from '../../adapters/event-store/writer-lock.ts';
import { dataDirOption } from './data-dir-option.ts';
import { type Output, paddedLine, printing } from './output.ts';
import { chooseStore } from './store-choice.ts';
import { parseTime, TIME_HELP } from './times.ts';

interface CoverageOptions {
  dataDir: string;
  profile?: string;
  since?: string;
  format: 'table' | 'ndjson';
}

export function coverageCommand(): Command {
  return new Command('coverage')
    .description('Print sessions (somebody listened) and gaps (nobody did) with their reasons, oldest first.')
    .addOption(dataDirOption())
    .option('--profile <NAME|FILE>', 'whose coverage, where the directory holds several stores')
    .option('--since <T>', `what touches the time from then on: ${TIME_HELP}`)
    .addOption(
      new Option('--format <F>', 'how to print')
        .choices(['table', 'ndjson'])
        .default(process.stdout.isTTY ? 'table' : 'ndjson', 'table on a terminal, else ndjson'),
    )
    .action(printCoverage);
}

async function printCoverage(options: CoverageOptions): Promise<void> {
  const now = Date.now();
  const from = options.since === undefined ? 0 : parseTime(options.since, '--since', now);
  const store = await chooseStore(options.dataDir, options.profile);
  const reader = openStoreReader(store.path);
  try {
    const stored = reader.coverage({ from, to: Number.MAX_SAFE_INTEGER });
    const spans = coverageSpans(isWriterLockHeld(store.lock) ? stored : coverageAfterCrash(stored));
    await printing((output) =>
      options.format === 'ndjson' ? printJson(spans, output) : printTable(spans, output, now),
    );
  } finally {
    reader.close();
  }
}

type Span = ({ type: 'session' } & Session) | ({ type: 'gap' } & Gap);

/**
 * A session that is open in a store into which nobody collects was left so by a crash. The next collector will store
 * that; until then it must not look as if somebody listened.
 */
export function coverageAfterCrash({ sessions, gaps }: Coverage): Coverage {
  const crashed = { reason: 'crashed' as const, detail: null };
  const left = sessions.filter(({ to }) => to === null);
  return {
    sessions: sessions.map((session) =>
      session.to === null ? { ...session, ...crashed, to: session.lastEventAt } : session,
    ),
    gaps: [
      ...gaps,
      ...left.map(({ lastEventAt }) => ({ id: Number.MAX_SAFE_INTEGER, from: lastEventAt, to: null, ...crashed })),
    ],
  };
}

/** Sessions and gaps in one list, oldest first; where both begin at once, the session stands first. */
export function coverageSpans({ sessions, gaps }: Coverage): Span[] {
  const spans: Span[] = [
    ...sessions.map((session) => ({ type: 'session' as const, ...session })),
    ...gaps.map((gap) => ({ type: 'gap' as const, ...gap })),
  ];
  return spans.toSorted((a, b) => a.from - b.from || b.type.localeCompare(a.type));
}

const iso = (time: number | null) => (time === null ? null : new Date(time).toISOString());

async function printJson(spans: readonly Span[], output: Output): Promise<void> {
  for (const span of spans)
    await output.write(
      `${JSON.stringify({
        type: span.type,
        from: iso(span.from),
        to: iso(span.to),
        reason: span.reason,
        detail: span.detail,
        ...(span.type === 'session' ? { lastEventAt: iso(span.lastEventAt), events: span.events } : {}),
      })}\n`,
    );
}

async function printTable(spans: readonly Span[], output: Output, now: number): Promise<void> {
  await output.write(tableLine('WHAT', 'FROM (UTC)', 'TO (UTC)', 'LENGTH', 'REASON'));
  for (const span of spans) {
    const length = `${(((span.to ?? now) - span.from) / 1_000).toFixed(1)} s`;
    const reason = [span.reason, span.detail].filter((part) => part !== null).join(' · ');
    await output.write(tableLine(span.type, iso(span.from) ?? '', iso(span.to) ?? 'now', length, reason));
  }
}

function tableLine(what: string, from: string, to: string, length: string, reason: string): string {
  return paddedLine([
    [what, 8],
    [from, 25],
    [to, 25],
    [length, 12],
    [reason, 0],
  ]);
}
