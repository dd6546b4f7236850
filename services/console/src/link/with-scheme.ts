/** `shop.example/a` as an address: people leave out the scheme. Everything else stays as it was typed. */
export const withScheme = (text: string): string =>
  /^[\p{L}\p{N}-]+(\.[\p{L}\p{N}-]+)+([/?#:]|$)/u.test(text.trim()) && !/^[^/]*:(?!\d)/.test(text.trim())
    ? `https://${text.trim()}`
    : text;
