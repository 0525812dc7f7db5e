/** An overview, or a statement that no localization needs attention, but only after all stored events were applied. */
import type { ReactNode } from 'react';
import { numberText } from '../../../src-shared/words/store-words.ts';
import { Button } from '../../components/controls/Button.tsx';
import { EmptyState } from '../../components/EmptyState.tsx';
import { DetailPane } from '../../components/detail/DetailPane.tsx';
import { Keycap } from '../../components/Keycap.tsx';
import { useAsOf, useBoard } from '../../stores/use-stores.ts';
import { visibleText } from '../../text/visible-text.ts';
import { failureWords } from '../../words/error-words.ts';

interface NothingSelectedProps {
  readonly isMissing: boolean;
  /** Is part of the second chunk. */
  readonly overview: ReactNode;
  readonly close: () => void;
  readonly openWorst: () => void;
}

export function NothingSelected({ isMissing, overview, close, openWorst }: NothingSelectedProps) {
  const board = useBoard((state) => state.board);
  const trouble = useBoard((state) => state.feedError);
  const asOf = useAsOf();
  if (board === null)
    return trouble === null ? (
      <EmptyState title="Reading …" />
    ) : (
      <EmptyState urgent title="The failures could not be read." detail={visibleText(failureWords(trouble))} />
    );
  if (isMissing)
    return (
      <EmptyState
        title="This is no longer open."
        detail="It has ended, or belongs to another profile. Look for its EID or code at the left."
        button={{ name: 'Close', run: close }}
      />
    );
  if (board.localizations > 0)
    return (
      <DetailPane label="Overview" itemKey="overview" layout="case">
        <header className="row apart wraps gap-2-3">
          <h2 className="section-size strong">{numberText(board.localizations)} open. Select one at the left.</h2>
          <Button variant="filled" onClick={openWorst} rightSection={<Keycap name="E" />}>
            Open the worst
          </Button>
        </header>
        {overview}
      </DetailPane>
    );
  if (board.behind > 0) return <EmptyState title={`Still processing ${numberText(board.behind)} stored events.`} />;
  return (
    <EmptyState
      title={
        asOf === null ? 'No localization needs attention.' : 'No localization needed attention at the last update.'
      }
      detail="New failures are listed at the left at once."
    />
  );
}
