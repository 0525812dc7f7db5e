import type { packParts } from '../../../src-shared/api/reports.ts';
import { isTimeZone } from '../../../src-shared/lib/local-time-zone.ts';
import { type ZonedWords, zonedWords } from '../../../src-shared/words/zoned-time-words.ts';
import type { Pace } from '../lib/steps.ts';
import type { PackContents } from './pack-contents.ts';
import type { PackMasking } from './pack-masking.ts';
import type { PackTextMasker } from './pack-blocks.ts';

export interface PackReportContext {
  readonly contents: PackContents;
  readonly words: PackTextMasker;
  readonly masking: PackMasking;
  readonly isMasked: boolean;
  readonly parts: ReadonlySet<(typeof packParts)[number]>;
  readonly ticket: string;
  readonly zone: string;
  readonly moments: Moments;
  readonly now: number;
  /** Lets other work on this thread run between two blocks, and between two steps of a large block. */
  readonly pace: Pace;
  readonly maxRows: number;
}

export interface Moments {
  readonly both: (at: number) => string;
  readonly utc: ZonedWords;
  readonly local: ZonedWords;
}

export function momentsIn(zone: string): Moments {
  const [utc, local] = [zonedWords('UTC'), zonedWords(isTimeZone(zone) ? zone : 'UTC')];
  return {
    utc,
    local,
    both(at) {
      const inUtc = `${utc.day(at)} ${utc.clock(at)} UTC`;
      if (local.zone(at) === 'UTC') return inUtc;
      const day = local.day(at) === utc.day(at) ? '' : `${local.day(at)} `;
      return `${inUtc} (${day}${local.clock(at)} ${local.zone(at)})`;
    },
  };
}
