/** Follows the newest until the user selects one. Responses are rendered only as text. */
import { choices } from '../../../components/controls/choices.ts';
import { useState } from 'react';
import { useCommands } from '../../../commands/use-commands.ts';
import { SegmentedControl } from '../../../components/controls/SegmentedControl.tsx';
import { CloseButton } from '../../../components/controls/CloseButton.tsx';
import { ResizeEdge } from '../../../components/ResizeEdge.tsx';
import { INSPECTOR_HEIGHT } from '../../../stores/appearance-store.ts';
import { useAppearance, useStores, useSubscriptions } from '../../../stores/use-stores.ts';
import styles from './Inspector.module.css';
import { HttpRequestList } from './HttpRequestList.tsx';
import { HttpRequestView, type HttpRequestTab } from './HttpRequestView.tsx';

interface InspectorProps {
  readonly initialRequest: number | null;
  readonly close: () => void;
}

export function Inspector({ initialRequest, close }: InspectorProps) {
  const requests = useSubscriptions((state) => state.requests);
  const { appearance } = useStores();
  const height = useAppearance((state) => state.inspectorHeight);
  const [dragged, setDragged] = useState<number | null>(null);
  const [chosen, setChosen] = useState(initialRequest);
  const [part, setPart] = useState<HttpRequestTab>('answer');
  const shown = chosen ?? requests[0]?.number ?? null;
  useCommands([
    { id: 'requests.close', title: 'Close the HTTP log', group: 'View', keys: ['Escape'], keysOnly: true, run: close },
  ]);
  return (
    <section
      className={styles['inspector']}
      aria-label="HTTP log"
      style={{ height: `calc(${dragged ?? height} * var(--px))` }}
    >
      <ResizeEdge
        side="top"
        label="Height of the HTTP log"
        size={dragged ?? height}
        limits={INSPECTOR_HEIGHT}
        drag={setDragged}
        keep={(inspectorHeight) => appearance.change({ inspectorHeight })}
      />
      <div className={styles['head']}>
        <h2 className="small strong">HTTP log</h2>
        <span className="meta one-line wide-only">the last 50, newest first</span>
        <button
          type="button"
          className={styles['follow']}
          data-shown={chosen !== null}
          disabled={chosen === null}
          onClick={() => setChosen(null)}
        >
          Follow the newest
        </button>
        <SegmentedControl<HttpRequestTab>
          label="Part of the request"
          options={choices({ answer: 'Answer', headers: 'Headers', curl: 'As curl' })}
          value={part}
          choose={setPart}
        />
        <CloseButton close={close} />
      </div>
      {requests.length === 0 ? (
        <p className="meta pad-3">No requests since this watch was opened.</p>
      ) : (
        <div className={styles['body']}>
          <HttpRequestList requests={requests} shown={shown} choose={setChosen} />
          {shown !== null && (
            <HttpRequestView
              key={shown}
              number={shown}
              summary={requests.find(({ number }) => number === shown) ?? null}
              part={part}
            />
          )}
        </div>
      )}
    </section>
  );
}
