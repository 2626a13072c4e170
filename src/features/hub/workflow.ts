/**
 * Publishes every folder in `capabilities/` when something is merged. A version that is published
 * already stays as it is. The two keys are those of `hub-keys/` in the home of who made the hub.
 */
export const WORKFLOW = `name: publish
on:
  push:
    branches: [main]
  # An index that nobody signs for 30 days is not believed any more.
  schedule:
    - cron: "0 5 * * 1"
permissions:
  contents: write
concurrency: publish
jobs:
  publish:
    runs-on: ubuntu-latest
    env:
      CAPSTAN_HUB_KEY: \${{ secrets.CAPSTAN_HUB_KEY }}
      CAPSTAN_PUBLISHER_KEY: \${{ secrets.CAPSTAN_PUBLISHER_KEY }}
    steps:
      - uses: actions/checkout@v4
      - uses: actions/setup-node@v4
        with:
          node-version: 24
      - name: Install Capstan
        run: npm install --global --ignore-scripts capstan
      - name: Publish what is new
        run: |
          set -eu
          for folder in capabilities/*/; do
            capstan hub publish "$folder" --to .
          done
      - name: Sign the index anew
        if: github.event_name == 'schedule'
        run: capstan hub refresh --to .
      - name: Keep the index
        run: |
          set -eu
          git add .well-known
          if ! git diff --cached --quiet; then
            git -c user.name=publish -c user.email=publish@localhost commit -m "publish"
            git push
          fi
`;
