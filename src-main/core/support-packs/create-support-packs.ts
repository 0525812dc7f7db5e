/**
 * Collects, masks, previews and saves a pack. Reads the events twice: first to collect the values to mask, so that a
 * mask holds in every file. This module has no access to tokens or sign-in data.
 */
import type { PackBlock, PackPreview, PackQuery, SavedPack, packParts } from '../../../src-shared/api/reports.ts';
import { maskedFields } from '../../../src-shared/domain/event/masked-fields.ts';
import { waitForProjection } from '../cases/projection/wait-for-projection.ts';
import { writeAtomically } from '../exports/write-atomically.ts';
import { Pace } from '../lib/steps.ts';
import type { CaseState } from '../ports/case-projection.ts';
import type { Clock } from '../ports/clock.ts';
import type { ExportFiles } from '../ports/export-files.ts';
import type { ReportedWatch } from '../reports/create-reports.ts';
import { type ContentParts, type PackContents, packContents, storedEventsOf } from './pack-contents.ts';
import { coverageJson } from './pack-coverage.ts';
import { PackMasking } from './pack-masking.ts';
import { HtmlPrinter, type PackPrinter, TextPrinter } from './pack-printing.ts';
import { rawLine } from './pack-raw.ts';
import { reportBlocks } from './pack-report.ts';
import { fileNameOf, madeBy, titleOf } from './pack-titles.ts';
import { momentsIn, type PackReportContext } from './pack-report-context.ts';
import { PackTextMasker } from './pack-blocks.ts';
import { PackZip } from './pack-zip.ts';

export interface SupportPackParts extends ContentParts {
  readonly clock: Clock;
  readonly label: () => ReportedWatch | Promise<ReportedWatch>;
  readonly files: ExportFiles;
}

type Query = Omit<PackQuery, 'watch'>;

/** Rows per table, so that a preview appears quickly. */
const PREVIEW_ROWS = 5;
const PREVIEW_BLOCKS = 120;
/** Max age of a cached preview, because its coverage becomes outdated. */
const CACHE_MS = 60_000;

interface Gathered {
  readonly now: number;
  readonly contents: PackContents;
  readonly masking: PackMasking;
  readonly words: Map<string, PackTextMasker>;
}

interface Prepared extends PackReportContext {
  readonly query: Query;
  readonly title: PackPreview['title'];
  readonly madeBy: PackPreview['madeBy'];
  readonly fileName: string;
}

export function createSupportPacks(parts: SupportPackParts) {
  const { clock, label, files, scanner } = parts;

  let cached: (Gathered & { readonly key: string }) | null = null;

  async function gather(of: Query['of'], pace: Pace, signal: AbortSignal | undefined): Promise<Gathered> {
    await waitForProjection(parts.cases, clock, signal);
    const now = clock.now();
    const contents = await packContents(parts, of, now, signal);
    const masking = new PackMasking();
    for await (const event of storedEventsOf(scanner, contents.seqs, signal))
      await pace.runSteps(masking.collect(event));
    return { now, contents, masking, words: new Map() };
  }

  async function gatheredOnce(of: Query['of'], pace: Pace, signal: AbortSignal | undefined): Promise<Gathered> {
    await waitForProjection(parts.cases, clock, signal);
    const key = JSON.stringify([of, await parts.projection.position()]);
    const isCached = cached?.key === key && Math.abs(clock.now() - cached.now) < CACHE_MS;
    if (cached === null || !isCached) cached = { ...(await gather(of, pace, signal)), key };
    return cached;
  }

  async function prepare(query: Query, gathered: Gathered, pace: Pace): Promise<Prepared> {
    const { now, contents, masking } = gathered;
    const masks = [...query.mask].toSorted().join();
    const words = gathered.words.get(masks) ?? new PackTextMasker(masking.mask(query.mask));
    gathered.words.clear();
    gathered.words.set(masks, words);
    const moments = momentsIn(query.zone);
    await pace.yieldIfDue();
    const title = titleOf(contents, words);
    await pace.yieldIfDue();
    return {
      query,
      contents,
      masking,
      words,
      isMasked: query.mask.length > 0,
      parts: new Set(query.parts),
      ticket: query.ticket.trim(),
      zone: query.zone,
      moments,
      now,
      pace,
      maxRows: Infinity,
      title,
      madeBy: madeBy(await label(), words, moments.both(now), query.by),
      fileName: fileNameOf(contents, words, moments.utc.day(now)),
    };
  }

  async function prepared(query: Query, signal: AbortSignal | undefined): Promise<Prepared> {
    const pace = new Pace(clock, signal ?? NEVER);
    return prepare(query, await gather(query.of, pace, signal), pace);
  }

  async function writeFiles(pack: Prepared, zip: PackZip, signal: AbortSignal | undefined): Promise<void> {
    const { contents, now, pace } = pack;
    if (pack.parts.has('report')) {
      const printers: readonly (readonly [PackPrinter, (text: string) => Promise<void>])[] = [
        [new HtmlPrinter(), zip.add('report.html')],
        [new TextPrinter(), zip.add('report.txt')],
      ];
      await print(parts, pack, printers, signal);
    }
    if (pack.parts.has('raw')) {
      const write = zip.add('events.jsonl');
      for await (const event of storedEventsOf(scanner, contents.seqs, signal))
        await write(await pace.runSteps(rawLine(pack, event)));
    }
    if (pack.parts.has('coverage')) await zip.add('coverage.json')(coverageJson(contents, now));
    await zip.end();
  }

  return {
    /** @throws AppError NO_CASE, STORE_… */
    async preview(query: Query, signal?: AbortSignal): Promise<PackPreview> {
      const pace = new Pace(clock, signal ?? NEVER);
      const seen = await prepare(query, await gatheredOnce(query.of, pace, signal), pace);
      const zip = new PackZip(seen.now, pace, async () => undefined);
      await writeFiles(seen, zip, signal);
      const blocks: PackBlock[] = [];
      for await (const block of reportBlocks(parts, { ...seen, maxRows: PREVIEW_ROWS }, signal)) {
        if (blocks.length === PREVIEW_BLOCKS) break;
        blocks.push(block);
      }
      const { contents, masking, title, madeBy: made, fileName, isMasked } = seen;
      return {
        title,
        madeBy: made,
        blocks,
        isWhole: false,
        masks: maskedFields.map((mask) => ({ mask, values: masking.count(mask) })),
        parts: partsOf(contents),
        files: zip.files,
        fileName,
        bytes: zip.bytes,
        withheld: isMasked ? masking.unreadable : 0,
        cases: contents.cases.length,
      };
    },

    async text(query: Query, signal?: AbortSignal): Promise<{ readonly text: string }> {
      const pack = await prepared(query, signal);
      let text = '';
      const write = async (more: string): Promise<void> => {
        text += more;
      };
      await print(parts, pack, [[new TextPrinter(), write]], signal);
      return { text };
    },

    async save(query: Query, signal?: AbortSignal): Promise<SavedPack> {
      const pack = await prepared(query, signal);
      cached = null;
      const file = await files.create(pack.fileName);
      const write = async () => {
        const zip = new PackZip(pack.now, pack.pace, (chunk) => file.write(chunk));
        await writeFiles(pack, zip, signal);
        return {
          kind: 'support-pack',
          madeAt: new Date(pack.now).toISOString(),
          profile: (await label()).profile,
          masked: [...query.mask],
          withheld: pack.isMasked ? pack.masking.unreadable : 0,
          files: zip.files,
          bytes: file.bytes,
          sha256: file.sha256(),
        };
      };
      await writeAtomically(file, write, signal ?? NEVER);
      const { fileName, path, bytes } = file;
      return { fileName, path, href: files.hrefOf(fileName), bytes };
    },
  };
}

const NEVER = new AbortController().signal;

async function print(
  parts: ContentParts,
  prepared: Prepared,
  printers: readonly (readonly [PackPrinter, (text: string) => Promise<void>])[],
  signal: AbortSignal | undefined,
): Promise<void> {
  const each = async (textOf: (printer: PackPrinter) => string): Promise<void> => {
    for (const [printer, write] of printers) await write(textOf(printer));
  };
  await each((printer) => printer.head(prepared.title, prepared.madeBy));
  for await (const block of reportBlocks(parts, prepared, signal)) {
    await each((printer) => printer.block(block));
    await prepared.pace.yieldIfDue();
  }
  await each((printer) => printer.foot());
}

/** Returns the number of items in each part; for coverage, the length of the span in ms. */
function partsOf({ seqs, actions, moreActions, span, cases }: PackContents): PackPreview['parts'] {
  const counts: Readonly<Record<(typeof packParts)[number], number>> = {
    report: 2,
    raw: seqs.length,
    coverage: span.to - span.from,
    actions: actions.length + moreActions,
    succeeded: cases.reduce((sum, state) => sum + succeeded(state), 0),
  };
  return (['report', 'raw', 'coverage', 'actions', 'succeeded'] as const).map((part) => ({
    part,
    count: Math.round(counts[part]),
  }));
}

/** Counts every resource that did not fail, including those with an unknown result. */
function succeeded({ request }: CaseState): number {
  return Math.max(0, (request?.size ?? 0) - (request?.failed ?? 0));
}
