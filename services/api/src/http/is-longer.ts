// Whether a text has more characters than a field takes: code points, as JSON Schema counts them.

/** UTF-16 units are never fewer than characters, so the cheap test comes first. */
export const isLonger = (text: string, max: number): boolean => text.length > max && [...text].length > max;
