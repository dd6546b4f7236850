import type { ButtonHTMLAttributes, ReactNode } from 'react';

type Props = Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'className'> & {
  kind?: 'primary' | 'plain' | 'danger' | 'quiet';
  /** Something is under way: the button stays focused and does nothing. */
  isBusy?: boolean;
  /** The action is not available now: the button can have the focus, but does nothing. */
  isDisabled?: boolean;
  children: ReactNode;
};

export function Button({
  kind = 'plain',
  isBusy = false,
  isDisabled = false,
  type = 'button',
  onClick,
  children,
  ...rest
}: Props) {
  const isIdle = isBusy || isDisabled;
  return (
    <button
      {...rest}
      type={type}
      className={`button button-${kind}`}
      aria-disabled={isIdle || undefined}
      aria-busy={isBusy || undefined}
      onClick={(event) => (isIdle ? event.preventDefault() : onClick?.(event))}
    >
      {children}
    </button>
  );
}
