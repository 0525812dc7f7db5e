/** Counts failed resources by error, explained by the document or else by the provider's own sentence. */
import type { CaseSummary, ChangeRequestDetail } from '../../../../src-shared/api/cases.ts';
import { requestCauseWords } from '../../../../src-shared/words/request-cause-words.ts';
import { numberText } from '../../../../src-shared/words/store-words.ts';
import { Untrusted } from '../../../components/Untrusted.tsx';
import { causeFilterText } from '../find-words.ts';
import styles from './RequestPane.module.css';
import { TitledPanel } from '../../../components/TitledPanel.tsx';

const MAX_SENTENCES = 2;

interface RequestFailuresProps {
  readonly summary: CaseSummary;
  readonly requestDetail: ChangeRequestDetail;
  readonly shown: string;
  readonly show: (shown: string) => void;
}

export function RequestFailures({ summary, requestDetail, shown, show }: RequestFailuresProps) {
  if (requestDetail.causes.length === 0) return null;
  const failed = summary.request?.failed ?? null;
  return (
    <TitledPanel
      title={`Why ${failed === null ? 'some' : numberText(failed)} failed`}
      label="Why they failed"
      note="click a row to list only its resources"
    >
      <ul className="unmarked divided">
        {requestDetail.causes.map((cause) => {
          const { type, code, count, sentences } = cause;
          const words = requestCauseWords({ operation: requestDetail.operation, type, code });
          const name = causeFilterText(cause);
          const isShown = shown === name;
          return (
            <li key={name}>
              <button
                type="button"
                className={styles['cause']}
                aria-pressed={isShown}
                onClick={() => show(isShown ? '' : name)}
              >
                <b className={styles['count']}>{numberText(count)}</b>
                <span className="stack shrinks pretty">
                  <strong className="strong">{words.title}</strong>
                  {words.meaning !== '' && <span className="meta">{words.meaning}</span>}
                  {!words.isDocumented &&
                    sentences.slice(0, MAX_SENTENCES).map((sentence) => (
                      <span key={sentence} className="meta">
                        Provider says “<Untrusted text={sentence} />”
                      </span>
                    ))}
                </span>
                <span className={styles['named']}>
                  {code !== null && <Untrusted as="code" text={code} />}
                  {type !== null && <Untrusted className="meta" text={type} />}
                </span>
              </button>
            </li>
          );
        })}
      </ul>
    </TitledPanel>
  );
}
