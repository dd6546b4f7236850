// Keeps the focus on the page when the focused element is removed, such as a deleted row or a finished form. The
// heading of its section takes the focus, else the page's heading, so that the next Tab goes on from there.

import { useEffect } from 'react';

const SECTIONS = 'section, figure, .card, main, dialog';

/** Focuses a section's heading if it is visible, else the section. */
function focusSection(section: HTMLElement): void {
  const headings = [...section.querySelectorAll<HTMLElement>('h1, h2')];
  // while a page loads, the previous page is still there, but hidden
  const target = headings.find((heading) => heading.checkVisibility()) ?? section;
  if (!target.hasAttribute('tabindex')) target.tabIndex = -1;
  target.focus({ preventScroll: true });
}

export function useKeptFocus(): void {
  useEffect(() => {
    /** The focused element and the sections around it, the innermost first. */
    let last: { element: Element; sections: HTMLElement[] } | undefined;
    const onFocus = ({ target }: FocusEvent) => {
      if (!(target instanceof Element)) return;
      const sections: HTMLElement[] = [];
      for (let at = target.parentElement; at; at = at.parentElement)
        if (at.matches(SECTIONS)) sections.push(at);
      last = { element: target, sections };
    };
    const observer = new MutationObserver(() => {
      if (!last || last.element.isConnected) return;
      const { sections } = last;
      last = undefined;
      if (document.activeElement !== document.body) return;
      const section = sections.find((one) => one.isConnected) ?? document.querySelector('main');
      if (section) focusSection(section);
    });
    document.addEventListener('focusin', onFocus);
    observer.observe(document.body, { childList: true, subtree: true });
    return () => {
      document.removeEventListener('focusin', onFocus);
      observer.disconnect();
    };
  }, []);
}
