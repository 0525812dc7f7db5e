#!/usr/bin/env node
/**
 * Verifies the proof of watch of a Watchfloor store, without Watchfloor. Needs Node 24 and nothing else.
 *
 *   node verify-watch.mjs COPY.db [DEPOSITED.txt]
 *
 * COPY.db is a file of `watchfloor backup --to`, or events.db of a closed store. DEPOSITED.txt has lines of
 * `watchfloor verify --seals` that were kept elsewhere. The form of all hashes is in docs/proof-of-watch.md.
 * Ends with 0 if nothing changed since it was sealed, with 1 otherwise.
 */
import { hash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { crc32, zstdDecompressSync } from 'node:zlib';

const [BLOCK, CHUNK, LEAF] = [64, 4096, 40];
const sha256 = (...parts) => hash('sha256', Buffer.concat(parts.map((part) => Buffer.from(part))), 'buffer');
const hex = (...parts) => sha256(...parts).toString('hex');
const u64 = (...values) => {
  const bytes = Buffer.alloc(8 * values.length);
  for (const [index, value] of values.entries()) bytes.writeBigUInt64BE(BigInt(value), 8 * index);
  return bytes;
};
const within = (seq, { first, last }) => seq >= first && seq <= last;

/** Returns all differences as sentences, and what was found. */
export function verify(path, deposited = '') {
  const database = new DatabaseSync(path, { readOnly: true });
  const all = (sql, ...values) => database.prepare(sql).all(...values);
  try {
    const wrong = [];
    const records = readChain(all, wrong);
    const of = (kind) => records.filter((record) => record.kind === kind);
    const seals = of('seal');
    checkSeals(all, seals, wrong);
    checkReopened(all, of('reopened'), of('reopened spans'), wrong);
    checkRemoved(all, of('removed'), wrong);
    const events = checkTexts(all, seals, of('reopened'), wrong);
    checkSpans(all, seals, of('reopened spans'), wrong);
    const deposits = deposited.split('\n').filter((line) => line.trim() !== '');
    for (const line of deposits)
      if (!seals.some((seal) => seal.hash === line.trim().split(/\s+/).at(-1)))
        wrong.push(`The chain does not have the deposited seal "${line}".`);
    const removed = of('removed').reduce((sum, record) => sum + record.events, 0);
    return { wrong, events, seal: seals.at(-1), removed, reopened: of('reopened').length };
  } finally {
    database.close();
  }
}

/** Returns the records whose hash is right. */
function readChain(all, wrong) {
  const stored = all('SELECT number, body, hash FROM proof ORDER BY number');
  const previous = (index) => stored[index - 1]?.hash ?? '0'.repeat(64);
  const isRight = ({ number, body, hash }, index) => number === index + 1 && hash === hex(previous(index), '\n', body);
  const records = stored.filter(isRight);
  const [end] = all("SELECT value FROM meta WHERE key = 'proof'").map(({ value }) => JSON.parse(value));
  if (records.length < stored.length || (end?.number ?? 0) !== stored.length || end?.hash !== stored.at(-1)?.hash)
    wrong.push('The chain is not the one that was written.');
  return records.map(({ body, ...record }) => ({ ...JSON.parse(body), ...record }));
}

function checkSeals(all, seals, wrong) {
  for (const [index, { seal, partsHash, spansHash }] of seals.entries()) {
    const parts = all('SELECT * FROM proof_part WHERE seal = ? ORDER BY first', seal);
    const spans = all('SELECT kind, id, hash FROM proof_span WHERE seal = ? ORDER BY kind, id', seal);
    const partsNow = hex(...parts.flatMap(({ first, last, events, hash }) => [u64(first, last, events), hash]));
    const spansNow = hex(...spans.map(({ kind, id, hash }) => `${kind}\t${id}\t${hash}\n`));
    if (seal !== index + 1 || partsNow !== partsHash || spansNow !== spansHash)
      wrong.push(`The hashes of seal ${seal} are not those that were sealed.`);
  }
}

function checkReopened(all, reopened, spans, wrong) {
  const record = (row, records) => records.find(({ number }) => number === row.reopened);
  for (const part of all('SELECT * FROM proof_part WHERE reopened IS NOT NULL')) {
    const { first = Infinity, last = 0, seals = 0 } = record(part, reopened) ?? {};
    if (part.first < first || part.last > last || part.seal > seals)
      wrong.push(`Texts ${part.first} to ${part.last} are marked as reopened, but no record says so.`);
  }
  for (const span of all('SELECT * FROM proof_span WHERE reopened IS NOT NULL'))
    if (!record(span, spans)?.spans.some(([kind, id]) => kind === span.kind && id === span.id))
      wrong.push(`The ${span.kind} ${span.id} is marked as reopened, but no record says so.`);
}

function checkRemoved(all, removed, wrong) {
  const chunkOf = ({ first }) => first - (first % CHUNK);
  const newest = new Map(removed.map((record) => [record.first, record]));
  const parts = all('SELECT * FROM proof_part WHERE removed IS NOT NULL AND reopened IS NULL ORDER BY first');
  for (const chunk of new Set([...newest.keys(), ...parts.map(chunkOf)])) {
    const { seals, removedHash } = newest.get(chunk) ?? { seals: 0, removedHash: hex() };
    const counted = parts.filter((part) => chunkOf(part) === chunk && part.seal <= seals + 1);
    if (hex(...counted.flatMap(({ first, removed: leaves }) => [u64(first, leaves.length), leaves])) !== removedHash)
      wrong.push(`Texts ${chunk} to ${chunk + CHUNK - 1}: what retention removed is not what was recorded.`);
  }
}

/** Returns seq and leaf of each text in a row of `block` or `received`; none if the row cannot be read. */
function textsOf(block, body) {
  try {
    const stored = Buffer.from(body);
    const isFrame = stored.length > 4 && stored.readUInt32LE(0) === 0xfd2fb528;
    const plain = isFrame ? zstdDecompressSync(stored) : stored;
    const texts = [];
    let at = 1 + 13 * plain[0];
    for (let entry = 1; entry < 1 + 13 * plain[0]; entry += 13) {
      const place = plain[entry];
      const sizes = plain.subarray(entry, entry + 13);
      const [check, head, data] = [1, 5, 9].map((offset) => sizes.readUInt32LE(offset));
      const text = plain.subarray(at, (at += head + data));
      if (at > plain.length) return [];
      const seq = block * BLOCK + (place % BLOCK);
      const ofData = (crc32(text.subarray(head)) ^ (seq % 2 ** 32)) >>> 0;
      const isIntact = place < BLOCK && crc32(text.subarray(0, head), ofData) === check;
      if (seq > 0) texts.push({ seq, isIntact, leaf: Buffer.concat([u64(seq), sha256(sizes, text)]) });
    }
    return texts;
  } catch {
    return [];
  }
}

/** Returns the texts of a block by seq. Of two rows with a text, the first in which it is intact counts. */
function readBlock(all, block) {
  const [from, to] = [block * BLOCK, block * BLOCK + BLOCK - 1];
  const texts = new Map();
  for (const { body } of all('SELECT body FROM block WHERE id = ?', block))
    for (const text of textsOf(block, body)) if (!texts.has(text.seq)) texts.set(text.seq, text);
  for (const { seq, body } of all('SELECT seq, body FROM received WHERE seq BETWEEN ? AND ?', from, to)) {
    const text = textsOf(block, body).find((each) => each.seq === seq);
    if (text !== undefined && !texts.get(seq)?.isIntact) texts.set(seq, text);
  }
  return texts;
}

function checkTexts(all, seals, reopened, wrong) {
  const { number: end, through, open } = seals.at(-1) ?? { number: 0, through: 0, open: [] };
  const ranges = [...open.map(([first, last]) => ({ first, last })), ...reopened.filter(({ number }) => number > end)];
  const current = all('SELECT * FROM proof_part WHERE reopened IS NULL AND seal <= ?', seals.length);
  const parts = Map.groupBy(current, ({ first }) => Math.floor(first / BLOCK));
  const stored = all('SELECT id FROM block UNION SELECT seq / 64 AS id FROM received').map(({ id }) => id);
  const counts = { sealed: 0, unsealed: 0 };
  for (const block of new Set([...stored, ...parts.keys()])) {
    const texts = readBlock(all, block);
    const ofBlock = parts.get(block) ?? [];
    for (const part of ofBlock) {
      const leaves = [...texts.values()].filter(({ seq }) => within(seq, part)).map(({ leaf }) => leaf);
      const isGone = part.removed?.length === 0;
      const removed = Buffer.from(part.removed ?? []);
      for (let at = 0; at < removed.length; at += LEAF) leaves.push(removed.subarray(at, at + LEAF));
      const hash = sha256(...leaves.toSorted((one, other) => one.compare(other)));
      if (isGone ? leaves.length > 0 : !hash.equals(part.hash))
        wrong.push(`Texts ${part.first} to ${part.last} changed since they were sealed.`);
    }
    for (const seq of texts.keys())
      if (ofBlock.some((part) => within(seq, part))) counts.sealed += 1;
      else if (seq > through || ranges.some((range) => within(seq, range))) counts.unsealed += 1;
      else wrong.push(`Text ${seq} was added among sealed ones.`);
  }
  return counts;
}

const COLUMNS = {
  session: 'id, from_at, to_at, last_event_at, length_ms, reason, detail, events, holder',
  gap: 'id, from_at, to_at, length_ms, reason, detail, holder',
};

function checkSpans(all, seals, reopened, wrong) {
  const last = seals.at(-1) ?? { number: 0, session: 0, gap: 0 };
  const sealed = all('SELECT * FROM proof_span WHERE reopened IS NULL AND seal <= ?', seals.length);
  const current = new Map(sealed.map(({ kind, id, hash }) => [`${kind} ${id}`, hash]));
  const later = reopened.filter(({ number }) => number > last.number).flatMap(({ spans }) => spans);
  const known = new Set([...current.keys(), ...later.map(([kind, id]) => `${kind} ${id}`)]);
  for (const [table, columns] of Object.entries(COLUMNS))
    for (const row of all(`SELECT ${columns} FROM ${table}`).map((each) => Object.values(each))) {
      const [id, from, to] = row;
      const texts = [[`open ${table}`, id, from], ...(to === null ? [] : [[table, ...row]])];
      for (const text of texts)
        if (current.get(`${text[0]} ${id}`) === hex(JSON.stringify(text))) current.delete(`${text[0]} ${id}`);
      if (id <= last[table] && !known.has(`open ${table} ${id}`) && !known.has(`${table} ${id}`))
        wrong.push(`The ${table} ${id} was added among sealed ones.`);
    }
  for (const key of current.keys()) wrong.push(`The ${key} changed since it was sealed, or is missing.`);
}

if (import.meta.main) {
  const [path, deposited] = process.argv.slice(2);
  const { wrong, seal, events, removed, reopened } = verify(path, deposited && readFileSync(deposited, 'utf8'));
  for (const sentence of wrong) console.log(sentence);
  if (seal === undefined) console.log('Nothing is sealed: it is not known whether anything changed.');
  else console.log(`Sealed until ${new Date(seal.at).toISOString()}: record ${seal.number}, ${seal.hash}.`);
  console.log(`${events.sealed} sealed events, ${events.unsealed} not yet sealed, ${removed} removed by retention.`);
  console.log(`${reopened} times reopened. ${wrong.length === 0 ? 'No difference.' : 'CHANGED since it was sealed.'}`);
  process.exitCode = wrong.length > 0 || seal === undefined ? 1 : 0;
}
