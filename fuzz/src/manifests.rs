//! Manifests of runs: refused with a reason, or settings that are read back.

use std::path::PathBuf;
use std::sync::LazyLock;

use threehand_sim::files::manifest::SavedManifest;
use threehand_sim::runs::kinds::KINDS;

/// A folder of this process.
static DIR: LazyLock<PathBuf> = LazyLock::new(|| {
    let dir = std::env::temp_dir().join(format!("threehand-fuzz-{}", std::process::id()));
    std::fs::create_dir_all(&dir).expect("a folder can be made");
    dir
});

/// Reads the manifest of a folder as that of every kind of experiment.
pub(crate) fn target(data: &[u8]) {
    std::fs::write(DIR.join("manifest.json"), data).expect("a file can be written");
    let Ok(written) = SavedManifest::read(&DIR) else {
        return;
    };
    assert_eq!(written.difference(&written, &[]), None, "a manifest differs from itself");
    let _ = (written.run(), written.finished(), written.place());
    for kind in KINDS {
        if let Ok(settings) = kind.settings_of(&written) {
            let whole = kind.settings_of(&written.of_whole());
            assert!(whole.is_ok(), "a part of a run has no whole: {:?}", settings.to_map());
        }
    }
}
