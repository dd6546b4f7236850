// What separates the cells of a CSV file: the one of three that stands most often in the first line, quoted parts apart.

export function separatorOf(text: string): string {
  const [line = ''] = text
    .replace(/"[^"]*"/g, '')
    .replace(/^[\r\n]+/, '')
    .split(/[\r\n]/, 1);
  const counted = [',', ';', '\t'].map((separator) => ({ separator, count: line.split(separator).length }));
  return counted.reduce((most, each) => (each.count > most.count ? each : most)).separator;
}
