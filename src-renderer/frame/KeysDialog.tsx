/** The list of keys. */
import { Kbd, Modal } from '@mantine/core';
import styles from './KeysDialog.module.css';

const keys: readonly { keys: readonly string[]; does: string }[] = [
  { keys: ['J', '↓'], does: 'Next row' },
  { keys: ['K', '↑'], does: 'Previous row' },
  { keys: ['Enter'], does: 'Open the event' },
  { keys: ['Esc'], does: 'Close the event, then return to live rows' },
  { keys: ['Home'], does: 'Newest event' },
  { keys: ['End'], does: 'Oldest event' },
  { keys: ['G', 'T'], does: 'Go to the timeline' },
  { keys: ['G', 'C'], does: 'Go to coverage' },
  { keys: ['G', 'D'], does: 'Go to data' },
  { keys: ['?'], does: 'This list' },
];

export function KeysDialog({ close }: { close: () => void }) {
  return (
    <Modal opened onClose={close} title="Keys" size={420} closeButtonProps={{ 'aria-label': 'Close' }}>
      <dl className={styles['keys']}>
        {keys.map((entry) => (
          <div key={entry.does} className={styles['entry']}>
            <dt>
              {entry.keys.map((key) => (
                <Kbd key={key} className={styles['key'] ?? ''}>
                  {key}
                </Kbd>
              ))}
            </dt>
            <dd>{entry.does}</dd>
          </div>
        ))}
      </dl>
    </Modal>
  );
}
