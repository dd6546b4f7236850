export function Logo() {
  return (
    <p className="logo">
      <img src="/app/icon.svg" alt="" width="36" height="36" />
      <span>Kurz</span>
    </p>
  );
}
