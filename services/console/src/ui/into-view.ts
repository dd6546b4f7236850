/** Scrolls no further than needed. As `ref` of a message at the end of a form, a dialog that is longer than its window shows it. */
export const intoView = (element: HTMLElement | null): void => element?.scrollIntoView({ block: 'nearest' });
