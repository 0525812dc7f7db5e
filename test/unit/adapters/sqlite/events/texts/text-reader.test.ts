import { describe, expect, it } from 'vitest';
import { freeBytes } from '../../../../../../src-main/adapters/sqlite/events/texts/free-bytes.ts';
import { TextReader } from '../../../../../../src-main/adapters/sqlite/events/texts/text-reader.ts';
import { generatedEvents } from '../../../../../bench/generated-events.ts';
import { filledStore } from '../temporary-store.ts';

describe('a block of texts that is released', () => {
  const events = [...generatedEvents(0, 200)];
  const dataOf = (texts: TextReader, block: number) =>
    texts.block(block).parts.flatMap(({ entries }) => entries.map(({ data }) => data.toString()));

  it('frees its memory at once, and is read again with the same texts', () => {
    const texts = new TextReader(filledStore(events).database);
    const [part] = texts.block(1).parts;
    const before = dataOf(texts, 1);
    texts.release();
    expect(part?.contents.buffer.byteLength).toBe(0);
    expect(before).toEqual(events.slice(63, 127).map(({ data }) => data));
    expect(dataOf(texts, 1)).toEqual(before);
    texts.forget();
    texts.release();
    expect(dataOf(texts, 1)).toEqual(before);
  });

  it('leaves the events of cases as they are when each is read alone', () => {
    const { reader } = filledStore(events);
    const alone = events.flatMap((_, index) => reader.caseEvents({ after: index, to: index + 1, limit: 1 }).events);
    expect(alone.some(({ raw }) => raw !== null)).toBe(true);
    expect(reader.caseEvents({ after: 0, to: 200, limit: 500 }).events).toEqual(alone);
  });
});

describe('freeing bytes', () => {
  it('leaves the memory that small buffers share', () => {
    const [one, other] = [Buffer.from('one'), Buffer.from('other')];
    expect(one.buffer).toBe(other.buffer);
    freeBytes(one);
    expect(other.toString()).toBe('other');
  });
});
