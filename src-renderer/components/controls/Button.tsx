/**
 * A button with a label: filled for the main action, else neutral. Styled by `theme/button.css`, which loads before the
 * components' sheets so that they can override it. Buttons with another look use a plain `<button type="button">`.
 */
import type { ComponentProps, ReactNode } from 'react';

interface ButtonAppearance {
  readonly variant?: 'filled' | 'default' | 'subtle';
  readonly size?: 'compact-xs' | 'sm';
  readonly leftSection?: ReactNode;
  readonly rightSection?: ReactNode;
}

/** With `aria-disabled` it looks enabled and stays focusable, so that it can explain why it is unavailable. */
export function Button({ leftSection, rightSection, children, ...rest }: ButtonAppearance & ComponentProps<'button'>) {
  return (
    <button type="button" {...buttonProps(rest)} {...sectionProps(leftSection, rightSection)}>
      {buttonContent({ leftSection, rightSection, children })}
    </button>
  );
}

export function ButtonLink({ leftSection, rightSection, children, ...rest }: ButtonAppearance & ComponentProps<'a'>) {
  return (
    <a {...buttonProps(rest)} {...sectionProps(leftSection, rightSection)}>
      {buttonContent({ leftSection, rightSection, children })}
    </a>
  );
}

function buttonProps<
  Given extends Pick<ButtonAppearance, 'variant' | 'size'> & { readonly className?: string | undefined },
>({ variant, size, className, ...rest }: Given) {
  const classes = className === undefined ? 'button' : `button ${className}`;
  return { ...rest, className: classes, 'data-variant': variant, 'data-size': size };
}

/** The sheet selects on these attributes instead of `:has()`, which is slow whenever a list changes. */
function sectionProps(left: ReactNode, right: ReactNode) {
  return { 'data-left': isPresent(left) || undefined, 'data-right': isPresent(right) || undefined };
}

function buttonContent({
  leftSection,
  rightSection,
  children,
}: ButtonAppearance & { readonly children: ReactNode }): ReactNode {
  return (
    <span>
      {isPresent(leftSection) && <span data-position="left">{leftSection}</span>}
      <span data-position="middle">{children}</span>
      {isPresent(rightSection) && <span data-position="right">{rightSection}</span>}
    </span>
  );
}

function isPresent(section: ReactNode): boolean {
  return section !== undefined && section !== null && section !== false;
}
