/** The panels below the query field: the suggestions, or the explanation of a mistake. */
import type { RefObject } from 'react';
import { AnchoredPanel } from '../../../components/overlay/AnchoredPanel.tsx';
import type { Suggestion } from './completion.ts';
import { CompletionList } from './CompletionList.tsx';
import type { FieldEvent } from './field-state.ts';
import { MistakeNotice } from './MistakeNotice.tsx';
import { acceptedEvents, repairEvents } from './query-keys.ts';
import type { QueryFieldModel } from './use-query-field.ts';

interface QueryPanelsProps {
  readonly field: QueryFieldModel;
  readonly box: RefObject<HTMLElement | null>;
  readonly id: string;
  readonly idOf: (choice: Suggestion) => string;
  readonly dispatchInField: (...events: readonly FieldEvent[]) => void;
}

export function QueryPanels({ field, box, id, idOf, dispatchInField }: QueryPanelsProps) {
  const { state, query, mistake, caretContext, help, counts, list, active, dispatch } = field;
  return (
    <>
      {list !== null && (
        <AnchoredPanel box={box} anchor="[data-word]" shape="list">
          <CompletionList
            id={id}
            completion={list}
            counts={counts}
            typed={caretContext.typed}
            active={active}
            idOf={idOf}
            point={(choice) => dispatch({ kind: 'choose', text: choice.text })}
            accept={(choice) => dispatch(...acceptedEvents({ state: query, caretContext }, choice))}
          />
        </AnchoredPanel>
      )}
      {mistake !== null && help !== null && state.isFocused && (
        <AnchoredPanel box={box} anchor="[data-mistake]" shape="mistake">
          <MistakeNotice
            id={`${id}-mistake`}
            help={help}
            counts={counts}
            repair={(fix) => dispatchInField(...repairEvents(fix))}
          />
        </AnchoredPanel>
      )}
    </>
  );
}
