/** As `ref` of what is said at the end of a form: a dialog that is longer than its window scrolls there when it comes. */
export const intoView = (element: HTMLElement | null): void => element?.scrollIntoView({ block: 'nearest' });
