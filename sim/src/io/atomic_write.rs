//! Files that are written whole or not at all.

use std::fs::{self, File};
use std::io::{self, ErrorKind, Write as _};
use std::path::{Path, PathBuf};

use anyhow::anyhow;

use crate::terminal::failure::Failure;

/// Refuses a file that is there already.
pub(crate) fn must_be_new(file: &Path) -> Result<(), Failure> {
    if file.symlink_metadata().is_err() {
        return Ok(());
    }
    let what = if file.exists() { "exists" } else { "is a link that leads nowhere" };
    Err(anyhow!("{} {what}; choose a new file", file.display()).into())
}

/// The folder of a file.
pub fn folder_of(file: &Path) -> &Path {
    file.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// Where a file will stand: a link stays, and the file that it leads to is written.
///
/// # Errors
/// If what stands there is no plain file.
pub fn target(to: &Path) -> io::Result<PathBuf> {
    match to.metadata() {
        Ok(there) if there.is_file() => to.canonicalize(),
        Ok(_) => Err(io::Error::other("it is no plain file")),
        Err(_) if to.is_symlink() => Err(io::Error::other("it is a link that leads nowhere")),
        Err(_) => Ok(to.to_owned()),
    }
}

/// Writes a file whole or not at all, in its [target].
///
/// # Errors
/// If there is none, or a file can't be written.
pub fn write_whole(to: &Path, bytes: &[u8]) -> io::Result<()> {
    let to = target(to)?;
    let (part, mut file) = new_beside(&to)?;
    let written = file.write_all(bytes).and_then(|()| fs::rename(&part, &to));
    if written.is_err() {
        let _ = fs::remove_file(&part);
    }
    written
}

/// Finds out whether a file could be [written](write_whole) now.
///
/// # Errors
/// Why it can't.
pub(crate) fn can_be_written(to: &Path) -> io::Result<()> {
    let (part, _) = new_beside(&target(to)?)?;
    fs::remove_file(part)
}

/// A new file beside another.
fn new_beside(file: &Path) -> io::Result<(PathBuf, File)> {
    const TRIES: u32 = 1_000;
    let named = |number: u32| {
        let mut part = file.as_os_str().to_owned();
        part.push(format!(".{number}.part"));
        PathBuf::from(part)
    };
    for part in (0..TRIES).map(named) {
        match File::create_new(&part) {
            Err(error) if error.kind() == ErrorKind::AlreadyExists => {}
            created => return created.map(|file| (part, file)),
        }
    }
    Err(ErrorKind::AlreadyExists.into())
}

#[cfg(test)]
mod tests {
    use std::os::unix::fs::symlink;

    use super::*;

    #[test]
    fn what_stands_beside_a_file_and_what_a_link_leads_to_are_left_as_they_are() {
        let dir = std::env::temp_dir().join(format!("threehand-whole-{}", std::process::id()));
        fs::create_dir(&dir).unwrap();
        let [file, part, link, lost] =
            ["a.csv", "a.csv.0.part", "link.csv", "lost.csv"].map(|name| dir.join(name));
        fs::write(&part, "precious").unwrap();
        symlink(&file, &link).unwrap();
        symlink(dir.join("nothing"), &lost).unwrap();
        write_whole(&file, b"one").unwrap();
        write_whole(&link, b"two").unwrap();
        assert_eq!(fs::read(&file).unwrap(), b"two");
        assert!(link.is_symlink() && lost.is_symlink());
        assert_eq!(fs::read(&part).unwrap(), b"precious");
        let why = |to: &Path| write_whole(to, b"three").unwrap_err().to_string();
        assert_eq!(why(&lost), "it is a link that leads nowhere");
        assert_eq!(why(Path::new("/dev/null")), "it is no plain file");
        assert_eq!(fs::read_dir(&dir).unwrap().count(), 4, "nothing else is left");
        fs::remove_dir_all(&dir).unwrap();
    }
}
