import { type ReactNode, useId } from 'react';
import { CommandKeys } from '../../components/CommandKeys.tsx';
import styles from './FirstRun.module.css';

export function StartCard(props: {
  icon: ReactNode;
  title: string;
  intro: string;
  requirements: ReactNode;
  children: ReactNode;
}) {
  const id = useId();
  return (
    <section className={styles['card']} aria-labelledby={id}>
      <h2 id={id} className="row gap-3 head-size tight-letters">
        {props.icon}
        {props.title}
      </h2>
      <p className="quiet pretty">{props.intro}</p>
      <ul className="unmarked gap-2 grid">{props.requirements}</ul>
      {props.children}
    </section>
  );
}

export function Requirement({ icon, children }: { icon: ReactNode; children: ReactNode }) {
  return (
    <li className="gap-3 flex">
      <span className={styles['need-icon']} aria-hidden="true">
        {icon}
      </span>
      <span>{children}</span>
    </li>
  );
}

/** Shows the key of a command on its button. Hidden from screen readers, which read the name of the action. */
export function ButtonKeys({ id }: { id: string }) {
  return (
    <span aria-hidden="true">
      <CommandKeys id={id} />
    </span>
  );
}
