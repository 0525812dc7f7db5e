import type { Choice } from './choices.ts';
import styles from './SegmentedControl.module.css';
import { Tooltip } from '../overlay/Tooltip.tsx';

export function SegmentedControl<T extends string>(props: {
  label: string;
  options: readonly (Choice<T> & { readonly tip?: string })[];
  value: T;
  choose: (value: T) => void;
}) {
  return (
    <fieldset className={styles['choice']}>
      <legend className="visually-hidden">{props.label}</legend>
      {props.options.map(({ value, name, tip }) => (
        <Tooltip key={value} label={tip ?? null}>
          <button
            type="button"
            className={styles['option']}
            aria-pressed={value === props.value}
            onClick={() => props.choose(value)}
          >
            {name}
          </button>
        </Tooltip>
      ))}
    </fieldset>
  );
}
