/** Scrolls no further than needed. As a message's `ref` it shows the message in a dialog taller than the window. */
export const intoView = (element: HTMLElement | null): void => element?.scrollIntoView({ block: 'nearest' });
