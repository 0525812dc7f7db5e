/** The fields that say what an outlet sends: topics, saved views, and whether their events keep their identifiers. */
import type { ReactNode } from 'react';
import {
  type ChosenView,
  type NewOutlet,
  MAX_OUTLET_VIEWS,
  outletTopics,
} from '../../../../src-shared/domain/outlets/outlet.ts';
import { outletKind } from '../../../../src-shared/domain/outlets/outlet-kinds.ts';
import { outletTopicNames } from '../../../../src-shared/words/outlets/outlet-words.ts';
import { Checkbox, DialogField } from '../../../components/dialog/DialogField.tsx';
import { useViews } from '../../../stores/use-stores.ts';
import { visibleText } from '../../../text/visible-text.ts';
import { OVERDUE_NOTE } from './outlet-words.ts';
import styles from './Outlets.module.css';

type Sent = Pick<NewOutlet, 'kind' | 'topics' | 'views' | 'areIdentifiersWhole'>;

interface SentFieldsProps {
  readonly sent: Sent;
  readonly note: ReactNode;
  readonly change: (part: Partial<Sent>) => void;
}

export function SentFields({ sent: { kind, topics, views, areIdentifiersWhole }, note, change }: SentFieldsProps) {
  const saved = useViews((state) => state.savedItems) ?? [];
  const missing = views.filter(({ id }) => !saved.some((view) => view.id === id));
  const choose = (view: ChosenView, isChosen: boolean) =>
    change({ views: [...views.filter(({ id }) => id !== view.id), ...(isChosen ? [view] : [])] });
  const takesEvents = outletKind(kind).sends === 'messages';
  const isChosen = ({ id }: ChosenView) => views.some((view) => view.id === id);
  return (
    <>
      <DialogField name="Sends" note={note ?? OVERDUE_NOTE}>
        {outletTopics.map((topic) => (
          <Checkbox
            key={topic}
            name={outletTopicNames[topic]}
            checked={topics.includes(topic)}
            change={(checked) =>
              change({ topics: outletTopics.filter((one) => (one === topic ? checked : topics.includes(one))) })
            }
          />
        ))}
      </DialogField>
      {takesEvents && (
        <DialogField
          name="Views"
          note={
            saved.length === 0
              ? 'Save a view on Timeline to send its events.'
              : 'Each event of these views is sent, from now on.'
          }
        >
          {saved.length + missing.length > 0 && (
            <div className={styles['views']}>
              {saved.map(({ id, name }) => (
                <Checkbox
                  key={id}
                  name={visibleText(name)}
                  checked={isChosen({ id, name })}
                  disabled={!isChosen({ id, name }) && views.length >= MAX_OUTLET_VIEWS}
                  change={(checked) => choose({ id, name }, checked)}
                />
              ))}
              {missing.map((view) => (
                <Checkbox
                  key={view.id}
                  name={`${visibleText(view.name)} (deleted)`}
                  checked
                  change={(checked) => choose(view, checked)}
                />
              ))}
            </div>
          )}
        </DialogField>
      )}
      {takesEvents && views.length > 0 && (
        <DialogField
          name="Identifiers"
          note={
            areIdentifiersWhole ? (
              <output className="loud">
                The receiver gets personal data as it arrived. Send it only to a system that may store it.
              </output>
            ) : (
              'Events are sent with ******** instead.'
            )
          }
        >
          <Checkbox
            name="Send EID, ICCID, IMSI, MSISDN, company and user names"
            checked={areIdentifiersWhole}
            change={(checked) => change({ areIdentifiersWhole: checked })}
          />
        </DialogField>
      )}
    </>
  );
}
