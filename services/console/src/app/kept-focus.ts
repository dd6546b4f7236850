// Keeps the focus on the page when what had it goes: a row that is removed, a form that is over. The heading of the section
// it stood in takes it, else that of the page, so that the next Tab goes on from there.

import { useEffect } from 'react';

const SECTIONS = 'section, figure, .card, main, dialog';

/** What takes the focus of a section: its heading if it is shown, else the section. */
function focusSection(section: HTMLElement): void {
  const headings = [...section.querySelectorAll<HTMLElement>('h1, h2')];
  // while a page loads, the one before is there without being shown
  const target = headings.find((heading) => heading.checkVisibility()) ?? section;
  if (!target.hasAttribute('tabindex')) target.tabIndex = -1;
  target.focus({ preventScroll: true });
}

export function useKeptFocus(): void {
  useEffect(() => {
    /** What has the focus, and the sections around it, the innermost first. */
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
