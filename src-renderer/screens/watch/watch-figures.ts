import type { Board } from '../../../src-shared/api/cases.ts';
import type { ConsequenceKind } from '../../../src-shared/domain/cases/case-keys.ts';
import type { CoverageFigures } from '../../../src-shared/domain/coverage/coverage-figures.ts';
import { numberText, counted } from '../../../src-shared/words/store-words.ts';
import { hrefOf } from '../../address/use-address.ts';

interface FigurePart {
  readonly count: string;
  readonly words: string;
  readonly href: string;
}
export interface WatchFigure {
  /** Null if the count is 0 and some stored events are not applied yet. */
  readonly value: number | null;
  readonly href: string;
  readonly parts: readonly FigurePart[];
  readonly remark: string;
}
export interface WatchFigures {
  readonly failures: WatchFigure;
  readonly eids: WatchFigure;
  readonly partial: WatchFigure;
}

const UNUSABLE: readonly ConsequenceKind[] = ['unusable', 'reachable'];
const MILDER: readonly ConsequenceKind[] = ['may-swap-back', 'unchanged'];

/** @param me the user; null if they gave no name */
export function watchFigures(board: Board, me: { readonly id: string; readonly name: string } | null): WatchFigures {
  const localizations = hrefOf('localizations');
  const owned = (is: (id: string | null) => boolean) =>
    board.byOwner.reduce((sum, { owner, count: ownerCount }) => sum + (is(owner?.id ?? null) ? ownerCount : 0), 0);
  const ofKinds = (kinds: readonly ConsequenceKind[]) =>
    board.byConsequence.reduce(
      (sum, { consequence, count: ownerCount }) => sum + (kinds.includes(consequence) ? ownerCount : 0),
      0,
    );
  const toKind = (kinds: readonly ConsequenceKind[]) => {
    const [group, ...more] = board.groups.filter(({ cause, consequence }) => {
      return cause.kind === 'localization' && kinds.includes(consequence);
    });
    return group !== undefined && more.length === 0 ? hrefOf('localizations', { group: group.key }) : localizations;
  };
  const isComplete = board.behind === 0;
  const valueOf = (value: number) => (value > 0 || isComplete ? value : null);
  const remarkOf = (words: string) => (isComplete ? words : 'not processed yet');
  // Failures without an eUICC are requests, which have their own screen.
  const requests = board.failures - board.eids;
  const failed = hrefOf('requests', { find: 'outcome:failed' });
  const partial = board.groups.filter(({ consequence }) => consequence === 'partial');
  const resources = partial.reduce((sum, group) => sum + group.resources, 0);
  const failedResources = partial.reduce((sum, group) => sum + group.failedResources, 0);
  return {
    failures: {
      value: valueOf(board.failures),
      href: board.eids === 0 && requests > 0 ? failed : localizations,
      parts: [
        part(
          owned((id) => id === null),
          'unassigned',
          hrefOf('localizations', { find: 'owner:nobody' }),
        ),
        part(
          owned((id) => id !== null && id === me?.id),
          'mine',
          hrefOf('localizations', { find: me === null ? '' : `owner:${me.name.split(/\s+/u)[0]}` }),
        ),
        part(
          owned((id) => id !== null && id !== me?.id),
          'others’',
          localizations,
        ),
        part(requests, requests === 1 ? 'is a request' : 'are requests', failed),
      ].filter(isThere),
      remark: remarkOf(board.endedWell === 0 ? 'none in 24 h' : `${numberText(board.endedWell)} recovered in 24 h`),
    },
    eids: {
      value: valueOf(board.eids),
      href: localizations,
      parts: [
        part(ofKinds(UNUSABLE), 'unusable', toKind(UNUSABLE)),
        part(ofKinds(['not-known']), 'undocumented', toKind(['not-known'])),
        part(ofKinds(MILDER), 'usable or unchanged', toKind(MILDER)),
      ].filter(isThere),
      remark: remarkOf('none failing now'),
    },
    partial: {
      value: valueOf(board.partialRequests),
      href: hrefOf('requests', { find: 'outcome:partial' }),
      parts: [
        part(
          failedResources,
          `of ${numberText(resources)} resources failed`,
          hrefOf('requests', { find: 'outcome:partial' }),
        ),
      ].filter(() => board.partialRequests > 0 && resources > 0),
      remark: board.partialRequests > 0 ? 'resources not counted' : remarkOf('no request partly failed'),
    },
  };
}

export function gapsText({ gaps }: CoverageFigures): string {
  return gaps === 0 ? 'no gaps' : counted(gaps, 'gap');
}

export function reconnectsText({ reconnects }: CoverageFigures): string {
  return reconnects === 0 ? '' : ` · ${counted(reconnects, 'reconnect')}`;
}

function part(value: number, words: string, href: string): FigurePart & { readonly value: number } {
  return { value, count: numberText(value), words, href };
}

function isThere({ value }: { readonly value: number }): boolean {
  return value > 0;
}
