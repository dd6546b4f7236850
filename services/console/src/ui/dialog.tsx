// A modal dialog: the browser's <dialog>, which keeps the focus inside, closes by Escape and gives the focus back.

import { type ReactNode, useEffect, useId, useRef } from 'react';
import { catalogue, useTexts } from '../i18n/texts';
import { Icon } from './icon';

const texts = catalogue({ close: 'Close' }, { close: 'Schließen' });

type Props = {
  title: string;
  isTitleHidden?: boolean;
  className?: string;
  onClose: () => void;
  children: ReactNode;
};

/** Open while it is rendered. `onClose`: the person wants to close it, by Escape, the button or a click outside. */
export function Dialog({ title, isTitleHidden = false, className = '', onClose, children }: Props) {
  const t = useTexts(texts);
  const dialog = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  useEffect(() => {
    const element = dialog.current;
    const before = document.activeElement;
    element?.showModal();
    // the browser would focus the first button, and React's autoFocus runs before the dialog is shown
    element?.querySelector<HTMLElement>('[data-autofocus]')?.focus();
    return () => {
      element?.close();
      // an element that was rendered again has lost the focus that the browser gave back
      if (before instanceof HTMLElement && before.isConnected) before.focus();
    };
  }, []);
  return (
    <dialog
      ref={dialog}
      className={`dialog ${className}`}
      aria-labelledby={titleId}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      onMouseDown={(event) => {
        if (event.target === dialog.current) onClose();
      }}
    >
      <div className="dialog-body">
        <div className={isTitleHidden ? 'visually-hidden' : 'dialog-head'}>
          <h2 id={titleId}>{title}</h2>
          {!isTitleHidden && (
            <button type="button" className="icon-button" aria-label={t.close} onClick={onClose}>
              <Icon name="close" />
            </button>
          )}
        </div>
        {children}
      </div>
    </dialog>
  );
}
