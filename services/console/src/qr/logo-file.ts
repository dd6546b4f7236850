// A logo from the person's disk as a data: address, which stays in the browser.

export const LOGO_TYPES = ['image/png', 'image/jpeg', 'image/webp', 'image/svg+xml'];
const MAX_BYTES = 512 * 1024;

export type ReadLogo = { kind: 'logo'; href: string } | { kind: 'tooLarge' } | { kind: 'noImage' };

export async function readLogo(file: File): Promise<ReadLogo> {
  if (!LOGO_TYPES.includes(file.type)) return { kind: 'noImage' };
  if (file.size > MAX_BYTES) return { kind: 'tooLarge' };
  const href = await new Promise<string | undefined>((resolve) => {
    const reader = new FileReader();
    reader.onload = () => resolve(typeof reader.result === 'string' ? reader.result : undefined);
    // the file was changed or removed after it was chosen, or cannot be read
    reader.onerror = () => resolve(undefined);
    reader.readAsDataURL(file);
  });
  if (href === undefined) return { kind: 'noImage' };
  // a file that the browser cannot show is no logo, whatever its name
  const image = new Image();
  image.src = href;
  return image.decode().then(
    (): ReadLogo => ({ kind: 'logo', href }),
    (): ReadLogo => ({ kind: 'noImage' }),
  );
}
