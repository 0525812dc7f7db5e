/**
 * A button with words: filled where it is the one thing to do, else ink on the ground it stands on. Its look is in
 * `theme/button.css`, which comes before the sheet of every part, so that a part may change it. What looks like nothing
 * of this is a plain `<button type="button">`.
 */
import type { ComponentProps, ReactNode } from 'react';

interface ButtonLook {
  readonly variant?: 'filled' | 'default' | 'subtle';
  /** Of one that is lower, or higher, than the other controls. */
  readonly size?: 'compact-xs' | 'sm';
  readonly leftSection?: ReactNode;
  readonly rightSection?: ReactNode;
}

/** With `aria-disabled` it looks as ever, so that it can be reached and can say why not. */
export function Button({ leftSection, rightSection, children, ...rest }: ButtonLook & ComponentProps<'button'>) {
  return (
    <button type="button" {...buttonProps(rest)} {...sectionProps(leftSection, rightSection)}>
      {buttonContent({ leftSection, rightSection, children })}
    </button>
  );
}

/** A link that looks like a button. */
export function ButtonLink({ leftSection, rightSection, children, ...rest }: ButtonLook & ComponentProps<'a'>) {
  return (
    <a {...buttonProps(rest)} {...sectionProps(leftSection, rightSection)}>
      {buttonContent({ leftSection, rightSection, children })}
    </a>
  );
}

function buttonProps<Given extends Pick<ButtonLook, 'variant' | 'size'> & { readonly className?: string | undefined }>({
  variant,
  size,
  className,
  ...rest
}: Given) {
  const classes = className === undefined ? 'button' : `button ${className}`;
  return { ...rest, className: classes, 'data-variant': variant, 'data-size': size };
}

/** The sheet asks for these rather than for `:has()`, which costs at every change of a list. */
function sectionProps(left: ReactNode, right: ReactNode) {
  return { 'data-left': isPresent(left) || undefined, 'data-right': isPresent(right) || undefined };
}

function buttonContent({
  leftSection,
  rightSection,
  children,
}: ButtonLook & { readonly children: ReactNode }): ReactNode {
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
