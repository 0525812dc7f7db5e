/** Sends numbered events to a team, and compares the stores of its members with each other and with what was sent. */
import type { Watch } from '../../src-main/core/watch.ts';
import { walk } from '../../src-main/core/timeline/walk.ts';
import { EVERYTHING } from '../../src-shared/domain/filter/filter.ts';
import type { Simulator } from '../../src-simulator/simulator.ts';
import { anActionEntry } from './action-entries.ts';
import { shownSeat, storedRows, teamOf } from './simulated-team.ts';

export interface NamedDesk {
  readonly name: string;
  readonly instance: { readonly watch: Watch };
}

/** A session begins and ends with an event, and the one after an end is on its way. */
const EDGE_MS = 1_000;
/** Events that are on their way into the log at any time. */
const MAX_UNDER_WAY = 10;

export class SentEvents {
  readonly #control: Simulator['control'];
  readonly #now: () => number;
  readonly #sent: { readonly id: string; readonly at: number }[] = [];
  readonly #notes: string[] = [];

  /** @param now time of the service and of the log, UTC epoch ms */
  constructor({ control }: Simulator, now: () => number) {
    this.#control = control;
    this.#now = now;
  }

  /** @returns true if a member has the stream */
  emit(): boolean {
    const id = `sent-${this.#sent.length + 1}`;
    this.#sent.push({ id, at: this.#now() });
    return this.#control.emit({ event: 'X', id, data: '{}' }) > 0;
  }

  /** Makes an action of an operator. */
  async note({ name, instance: { watch } }: NamedDesk): Promise<void> {
    const text = `note ${this.#notes.length + 1} of ${name}`;
    this.#notes.push(text);
    const { subjects } = anActionEntry(1);
    await watch.cases.act({ author: { id: name, name }, subjects, what: { kind: 'note' }, text });
  }

  /**
   * Returns what is wrong while nothing is sent: each event that a member received must be in every store once, every other
   * one must have been sent inside a gap of the coverage, and each action is there once.
   */
  async faults(desks: readonly NamedDesk[]): Promise<readonly string[]> {
    const [first] = desks;
    if (first === undefined) return ['no member runs'];
    return [
      ...(await differences(desks)),
      ...(await this.#noteFaults(first.instance.watch)),
      ...(await this.#eventFaults(first.instance.watch)),
    ];
  }

  async #noteFaults(watch: Watch): Promise<readonly string[]> {
    const actions = await watch.reader().actions(0, 10_000);
    const counts = countOf(actions.map(({ text }) => text));
    return faultOf(
      'actions are lost or doubled',
      this.#notes.filter((text) => counts.get(text) !== 1),
    );
  }

  async #eventFaults(watch: Watch): Promise<readonly string[]> {
    const ids: string[] = [];
    for await (const { id } of walk(watch.reader(), { filter: EVERYTHING, direction: 'newer' })) ids.push(id ?? '');
    const counts = countOf(ids);
    const sent = this.#sent.slice(
      Math.max(
        0,
        this.#sent.findIndex(({ id }) => counts.has(id)),
      ),
    );
    const end = this.#now();
    const { gaps } = await watch.reader().coverage({ from: 0, to: end });
    const isInGap = (at: number, edgeMs: number) =>
      gaps.some(({ from, to }) => at > from - edgeMs && at < (to ?? end) + edgeMs);
    const idsOf = (isWrong: (event: (typeof sent)[number], isStored: boolean) => boolean) =>
      sent.filter((event) => isWrong(event, counts.has(event.id))).map(({ id }) => id);
    return [
      ...faultOf(
        'events are there twice',
        idsOf(({ id }) => (counts.get(id) ?? 0) > 1),
      ),
      ...faultOf(
        'events are lost outside of gaps',
        idsOf(({ at }, isStored) => !isStored && !isInGap(at, EDGE_MS)),
      ),
      ...faultOf(
        'stored events are in gaps',
        idsOf(({ at }, isStored) => isStored && isInGap(at, -EDGE_MS)),
      ),
    ];
  }
}

function countOf(texts: readonly string[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1);
  return counts;
}

const faultOf = (what: string, found: readonly string[]) =>
  found.length === 0 ? [] : [`${found.length} ${what}, from ${found[0]} to ${found.at(-1)}`];

async function differences([first, ...others]: readonly NamedDesk[]): Promise<readonly string[]> {
  if (first === undefined) return [];
  const rows = await storedRows(first);
  const found: string[] = [];
  for (const other of others) {
    const theirs = await storedRows(other);
    const at = Array.from({ length: Math.max(rows.length, theirs.length) }).findIndex(
      (_, index) => rows[index] !== theirs[index],
    );
    if (at !== -1)
      found.push(`${first.name} has ${rows[at]?.slice(0, 80)}, ${other.name} has ${theirs[at]?.slice(0, 80)}`);
  }
  return found;
}

/** True if one desk holds the seat, all others follow it, and the log and the stores have everything. */
export async function isWhole(desks: readonly NamedDesk[]): Promise<boolean> {
  const [holder, ...others] = desks.filter((desk) => shownSeat(desk) === 'holding');
  if (holder === undefined || others.length > 0) return false;
  const follows = `following ${holder.name}'s desk`;
  if (desks.some((desk) => desk !== holder && shownSeat(desk) !== follows)) return false;
  const reports = await Promise.all(desks.map((desk) => teamOf(desk).report()));
  return reports.every(
    ({ problem, unconfirmed: { events, actions }, behind }) =>
      problem === null && actions === 0 && events < MAX_UNDER_WAY && (behind ?? 0) < MAX_UNDER_WAY,
  );
}

/** Returns how each desk shows its seat, why it does not follow the log, and what waits for the log or for its store. */
export async function seatsAndProblems(desks: readonly NamedDesk[]): Promise<string> {
  const texts = desks.map(async (desk) => {
    const { problem, unconfirmed, behind } = await teamOf(desk).report();
    const { events, actions } = unconfirmed;
    const waiting = `${events} events and ${actions} actions wait, ${behind ?? 0} entries behind`;
    return `${desk.name} ${shownSeat(desk)} (${problem === null ? waiting : `${problem}; ${waiting}`})`;
  });
  return (await Promise.all(texts)).join('; ');
}
