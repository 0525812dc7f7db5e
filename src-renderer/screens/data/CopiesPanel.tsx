/** The copies of the store: the daily ones, and how to make another now. */
import { Button } from '@mantine/core';
import { Check, X } from 'lucide-react';
import type { BackupCopy, StoreCondition } from '../../../src-shared/domain/store-condition.ts';
import { eventsText, sizeText } from '../../../src-shared/words/store-words.ts';
import { useAppearance, useStorage, useStores } from '../../stores/use-stores.ts';
import { visibleText } from '../../text/visible-text.ts';
import { bothZonesText, minuteText, zoneText } from '../../time/time-text.ts';
import { failedCopyWords } from '../../words/storage-words.ts';
import styles from './DataScreen.module.css';

export function CopiesPanel(props: {
  copies: readonly BackupCopy[];
  backup: StoreCondition['backup'];
  practice: boolean;
}) {
  const { copies, backup, practice } = props;
  const { storage } = useStores();
  const zone = useAppearance((state) => state.zone);
  const isAsked = useStorage((state) => state.isCopying);
  const isCopying = isAsked || backup.kind === 'running';
  return (
    <section className={styles['panel']} aria-labelledby="copies">
      <header className={styles['panel-head']}>
        <h2 id="copies">Copies</h2>
        <Button variant="default" size="compact-xs" disabled={isCopying} onClick={() => void storage.backUp()}>
          {isCopying ? 'Copying …' : 'Make a copy now'}
        </Button>
      </header>
      <div className={styles['panel-body']}>
        <p className={styles['quiet']}>
          {practice
            ? 'Practice is copied only when you say so: it can be had again.'
            : 'The whole store in one file, made once a day while watching goes on, and read again to be sure. The newest two are kept; no secret is in them.'}
        </p>
        <ul className={styles['steps']}>
          {backup.kind === 'failed' && (
            <li data-tone="failed">
              <X size={14} aria-hidden="true" />
              <span className={styles['step-name']} title={bothZonesText(backup.at)}>
                {minuteText(backup.at, zone)} {zoneText(backup.at, zone)}: not made
              </span>
              <span className={styles['step-note']}>{visibleText(failedCopyWords(backup))}</span>
            </li>
          )}
          {copies.map(({ path, at, bytes, storedEvents }) => (
            <li key={path}>
              <Check size={14} aria-hidden="true" />
              <span className={styles['step-name']} title={bothZonesText(at)}>
                {minuteText(at, zone)} {zoneText(at, zone)}
              </span>
              <span className={styles['figure']}>{sizeText(bytes)}</span>
              <span className={styles['step-note']}>{eventsText(storedEvents)}, checked</span>
              <span className={styles['path']} title={visibleText(path)}>
                {visibleText(path)}
              </span>
            </li>
          ))}
          {copies.length === 0 && backup.kind !== 'failed' && <li className={styles['none']}>None yet.</li>}
        </ul>
        <p className={styles['quiet']}>
          <code>watchfloor restore --from FILE</code> brings back what is missing, and doubles nothing.
        </p>
      </div>
    </section>
  );
}
