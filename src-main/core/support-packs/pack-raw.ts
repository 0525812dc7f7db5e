/** Prints a received event for the report and for `events.jsonl`: unchanged except for masked values. */
import type { PackBlock } from '../../../src-shared/api/reports.ts';
import type { StoredEvent } from '../../../src-shared/domain/event.ts';
import { plainJson } from '../../../src-shared/lib/plain-json.ts';
import type { Steps } from '../lib/steps.ts';
import type { PackMasking } from './pack-masking.ts';
import { line, ownText, type PackTextMasker } from './pack-blocks.ts';

/** Max characters of a text in the report. `events.jsonl` has the complete text. */
const MAX_SHOWN_CHARACTERS = 4_000;

interface RawWanted {
  readonly words: PackTextMasker;
  readonly masking: PackMasking;
  readonly isMasked: boolean;
}

export function* rawBlock({ words, masking, isMasked }: RawWanted, event: StoredEvent): Steps<PackBlock> {
  const pieces = isMasked && !masking.isReadable(event.seq) ? null : yield* words.json(event.raw);
  return {
    kind: 'raw',
    lines: [
      line('event: ', words.code(event.kind)),
      ...(event.id === null ? [] : [line('id: ', words.code(event.id))]),
      pieces === null ? ownText(`data: ${WITHHELD}`) : line('data: ', shortened(pieces)),
    ],
  };
}

const WITHHELD = '(withheld: nobody knows what this text names, so it cannot be masked)';

function shortened(pieces: readonly { readonly text: string; readonly masked: boolean }[]) {
  const shown = [];
  let room = MAX_SHOWN_CHARACTERS;
  for (const piece of pieces) {
    if (piece.text.length > room) {
      shown.push({
        text: `${piece.masked ? '' : piece.text.slice(0, room)} … (the rest is in events.jsonl)`,
        masked: false,
      });
      return shown;
    }
    shown.push(piece);
    room -= piece.text.length;
  }
  return shown;
}

/** `data` is the received text. If it cannot be masked, it is null and `withheld` is true. */
export function* rawLine({ words, masking, isMasked }: RawWanted, event: StoredEvent): Steps<string> {
  const { seq, receivedAt, kind, id } = event;
  const pieces = isMasked && !masking.isReadable(seq) ? null : yield* words.json(event.raw);
  const data = pieces === null ? null : pieces.map(({ text }) => text).join('');
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
