/**
 * Placeholder while no case is open. States if any localization needs attention, but only after all stored events were
 * applied.
 */
import { numberText } from '../../../src-shared/words/store-words.ts';
import { Button } from '../../components/Button.tsx';
import { EmptyState } from '../../components/EmptyState.tsx';
import { Keycap } from '../../components/Keycap.tsx';
import { useAsOf, useBoard } from '../../stores/use-stores.ts';
import { visibleText } from '../../text/visible-text.ts';
import { failureWords } from '../../words/error-words.ts';

interface NothingSelectedProps {
  readonly isMissing: boolean;
  readonly close: () => void;
  readonly openWorst: () => void;
}

export function NothingSelected({ isMissing, close, openWorst }: NothingSelectedProps) {
  const board = useBoard((state) => state.board);
  const trouble = useBoard((state) => state.feedError);
  const asOf = useAsOf();
  if (board === null)
    return trouble === null ? (
      <EmptyState title="Reading …" />
    ) : (
      <EmptyState urgent title="What failed could not be read." detail={visibleText(failureWords(trouble))} />
    );
  if (isMissing)
    return (
      <EmptyState
        title="Nothing of this is open now."
        detail="What the address names has ended, or is not in this profile’s store. Look for its EID or code at the left."
        action={
          <Button variant="default" onClick={close}>
            Close
          </Button>
        }
      />
    );
  if (board.localizations > 0)
    return (
      <EmptyState
        title={`${numberText(board.localizations)} open. Choose one at the left.`}
        action={
          <Button onClick={openWorst} rightSection={<Keycap name="E" />}>
            Open the worst
          </Button>
        }
      />
    );
  if (board.behind > 0)
    return <EmptyState title={`Still reading: ${numberText(board.behind)} stored events were not looked at yet.`} />;
  return (
    <EmptyState
      title={
        asOf === null ? 'No localization needs anybody.' : 'No localization needed anybody when this was last heard.'
      }
      detail="What fails is listed at the left as soon as it is told."
    />
  );
}
