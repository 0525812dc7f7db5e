import type { ReactNode } from 'react';

export function ScrollRegion(props: { label: string; className: string | undefined; children: ReactNode }) {
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- without focus, arrow keys could not scroll it
    <section className={props.className} aria-label={props.label} tabIndex={0}>
      {props.children}
    </section>
  );
}
