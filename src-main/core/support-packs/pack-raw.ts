/** Prints a received event for the report and for `events.jsonl`: unchanged except for masked values. */
import type { PackBlock } from '../../../src-shared/api/reports.ts';
import type { StoredEvent } from '../../../src-shared/domain/event/event.ts';
import { plainJson } from '../../../src-shared/lib/plain-json.ts';
import type { Steps } from '../lib/steps.ts';
import { line, ownText } from './pack-blocks.ts';
import type { PackReportContext } from './pack-report-context.ts';

/** Max characters of a text in the report. `events.jsonl` has the complete text. */
const MAX_SHOWN_CHARACTERS = 4_000;

type RawOptions = Pick<PackReportContext, 'words' | 'masking' | 'isMasked'>;

export function* rawBlock({ words, masking, isMasked }: RawOptions, event: StoredEvent): Steps<PackBlock> {
  const segments = isMasked && !masking.isReadable(event.seq) ? null : yield* words.json(event.raw);
  return {
    kind: 'raw',
    lines: [
      line('event: ', words.code(event.kind)),
      ...(event.id === null ? [] : [line('id: ', words.id(event.id))]),
      segments === null ? ownText(`data: ${WITHHELD}`) : line('data: ', shortened(segments)),
    ],
  };
}

const WITHHELD = '(withheld: this text cannot be read, so it cannot be masked)';

function shortened(segments: readonly { readonly text: string; readonly masked: boolean }[]) {
  const shown = [];
  let room = MAX_SHOWN_CHARACTERS;
  for (const segment of segments) {
    if (segment.text.length > room) {
      shown.push({
        text: `${segment.masked ? '' : segment.text.slice(0, room)} … (the rest is in events.jsonl)`,
        masked: false,
      });
      return shown;
    }
    shown.push(segment);
    room -= segment.text.length;
  }
  return shown;
}

/** `data` is the received text. If it cannot be masked, it is null and `withheld` is true. */
export function* rawLine({ words, masking, isMasked }: RawOptions, event: StoredEvent): Steps<string> {
  const { seq, receivedAt, kind, id } = event;
  const segments = isMasked && !masking.isReadable(seq) ? null : yield* words.json(event.raw);
  const data = segments === null ? null : segments.map(({ text }) => text).join('');
  yield;
  return `${plainJson({
    seq,
    receivedAt: new Date(receivedAt).toISOString(),
    event: words.plainCode(kind),
    id: id === null ? null : words.plainCode(id),
    data,
    ...(data === null ? { withheld: true } : {}),
  })}\n`;
}
