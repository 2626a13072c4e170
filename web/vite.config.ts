import tailwindcss from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), tailwindcss()],
  // The icon and the reference's style sheet are served from `public/` with or without a build.
  publicDir: false,
  server: { proxy: { "/v1": "http://127.0.0.1:4747", "/icon.svg": "http://127.0.0.1:4747" } },
  // Modules, so that the grammar of a language is fetched with its first piece of code.
  worker: { format: "es" },
  build: {
    outDir: "dist",
    emptyOutDir: true,
    target: "es2022",
    cssTarget: ["chrome123", "firefox120", "safari17.5"],
    // An inlined asset would be a data: URL, which the content policy refuses for scripts and fonts.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
  },
});
