/** Adds the scheme to `shop.example/a`, because people leave it out. Any other text is unchanged. */
export const withScheme = (text: string): string =>
  /^[\p{L}\p{N}-]+(\.[\p{L}\p{N}-]+)+([/?#:]|$)/u.test(text.trim()) && !/^[^/]*:(?!\d)/.test(text.trim())
    ? `https://${text.trim()}`
    : text;
