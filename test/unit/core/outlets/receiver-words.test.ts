import { describe, expect, test } from 'vitest';
import { outletEntry, outletSummary } from '../../../../src-main/core/outlets/outlet-entries.ts';
import { firstState, type OutletState, storedOutletState } from '../../../../src-main/core/outlets/outlet-state.ts';
import { outletRows } from '../../../../src-main/hosts/cli/outlets/outlet-lines.ts';
import type { Outlet } from '../../../../src-shared/domain/outlets/outlet.ts';
import { anOutlet } from '../../../doubles/an-outlet.ts';

const WORDS = 'OK, but nobody reads this room';
const CLOCK = 'The clock of Watchfloor’s computer is 11 m ahead of the receiver’s.';

function heard(outlet: Outlet, failure: string | null = null): OutletState {
  const state = firstState(outlet);
  return {
    ...state,
    hasSent: true,
    receiver: { ...state.receiver, words: WORDS, clockOffsetMs: -660_000 },
    failure: failure === null ? null : { since: 0, nextAt: 1, attempts: 1, detail: failure },
  };
}

const shownOnPage = (outlet: Outlet, state: OutletState) => {
  const { status, receiverWords } = outletEntry(outlet, { state, deliveries: [], waiting: [] }, []);
  return [receiverWords, status.kind === 'failing' ? status.failure.detail : null];
};

describe('[OUTLET-74] the last words of a receiver are shown with its outlet', () => {
  test('on the page and by outlets list, with the clocks that differ', () => {
    const outlet = anOutlet();
    const entry = outletEntry(outlet, { state: heard(outlet), deliveries: [], waiting: [] }, []);
    expect(entry).toMatchObject({ status: { kind: 'working' }, receiverWords: WORDS, clockOffsetMs: -660_000 });
    const row = { outlet, hasSecret: false, ...outletSummary(outlet, heard(outlet), []) };
    expect([outletRows.fields['answer']?.(row), outletRows.fields['problem']?.(row)]).toEqual([WORDS, CLOCK]);
    expect(outletRows.columns.at(-1)?.cell({ ...row, clockOffsetMs: null })).toBe(WORDS);
  });

  test.for([
    ['another address', { url: 'https://other.example.com/in' }],
    ['another method', { kind: 'heartbeat', template: null }],
  ] as const)('and not with %s, nor does its failure stay', ([, change]) => {
    const before = anOutlet({ kind: 'heartbeat', template: '{}' });
    const records = [{ key: 'state', value: JSON.stringify(heard(before, 'HTTP 503')) }];
    expect(storedOutletState(records, before)).toMatchObject({ failure: { detail: 'HTTP 503' } });
    const after = storedOutletState(records, { ...before, ...change });
    expect(after).toMatchObject({ failure: null, hasSent: true, receiver: { words: null, clockOffsetMs: null } });
  });
});

describe('[OUTLET-52] the page does not read what a service of this computer answers to a ping', () => {
  const secret = 'HTTP 200, not delivered: unknown; token=canary';
  const hidden =
    'HTTP 200, not delivered. The page does not show the text that a service of this computer answers: watchfloor outlets list does.';

  test.for([
    [{ kind: 'heartbeat', url: 'http://127.0.0.1:8080/admin' }, [null, hidden]],
    [{ kind: 'heartbeat', url: 'http://localhost/admin' }, [null, hidden]],
    [{ kind: 'heartbeat', url: 'http://[::1]:8080/' }, [null, hidden]],
    [{ kind: 'heartbeat', url: 'https://localhost/{secret}' }, [null, hidden]],
    [{ kind: 'heartbeat', url: 'https://ping.example.com/' }, [WORDS, secret]],
    [{ kind: 'heartbeat', url: 'http://127.0.0.1:8080/', template: '{}' }, [WORDS, secret]],
    [{ kind: 'template', url: 'http://127.0.0.1:8080/' }, [WORDS, secret]],
  ] as const)('%j', ([fields, expected]) => {
    const outlet = anOutlet({ topics: [], ...fields });
    expect(shownOnPage(outlet, heard(outlet, secret))).toEqual(expected);
  });

  test('a reason of Watchfloor itself is shown', () => {
    const outlet = anOutlet({ kind: 'heartbeat', url: 'http://127.0.0.1:8080/' });
    const reason = 'connect ECONNREFUSED 127.0.0.1:8080 (ECONNREFUSED)';
    expect(shownOnPage(outlet, heard(outlet, reason))).toEqual([null, reason]);
  });
});
