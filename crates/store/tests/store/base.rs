//! The databases that a store has to be the same on.

use std::path::PathBuf;

use ponnuki_store::{DatabaseAddress, Store};

use crate::scratch;

/// An empty database of one test.
pub(crate) enum TestBase {
    At(DatabaseAddress),
    /// A store in memory is gone when nobody has it.
    Memory(Store),
}

impl TestBase {
    pub(crate) fn file(name: &str) -> TestBase {
        let path: PathBuf = scratch(name).join("games.db");
        TestBase::At(DatabaseAddress::File(path))
    }

    pub(crate) async fn memory() -> TestBase {
        TestBase::Memory(Store::in_memory().await.unwrap())
    }

    /// None where there is no PostgreSQL; the test is then skipped.
    #[cfg(target_os = "linux")]
    pub(crate) fn postgres() -> Option<TestBase> {
        let address = ponnuki_testkit::Postgres::shared()?.database();
        Some(TestBase::At(DatabaseAddress::parse(&address).unwrap()))
    }

    /// An empty directory for what a test makes of it.
    pub(crate) fn scratch(&self, name: &str) -> PathBuf {
        scratch(&match self {
            TestBase::At(DatabaseAddress::File(_)) => format!("{name}-of-file"),
            TestBase::At(DatabaseAddress::Postgres(_)) => format!("{name}-of-postgres"),
            TestBase::Memory(_) => format!("{name}-of-memory"),
        })
    }

    /// A store of it; several are of the same.
    pub(crate) async fn open(&self) -> Store {
        match self {
            TestBase::At(address) => Store::open(address).await.unwrap(),
            TestBase::Memory(store) => store.clone(),
        }
    }
}

/// Has each test run on files and on PostgreSQL.
macro_rules! on_both {
    ($($test:ident),* $(,)?) => {
        mod file {
            $(#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
            async fn $test() {
                super::$test(crate::base::TestBase::file(stringify!($test))).await;
            })*
        }

        #[cfg(target_os = "linux")]
        mod in_postgres {
            $(#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
            async fn $test() {
                if let Some(base) = crate::base::TestBase::postgres() {
                    super::$test(base).await;
                }
            })*
        }
    };
}

/// Has each test run in memory as well.
macro_rules! on_all {
    ($($test:ident),* $(,)?) => {
        on_both! { $($test),* }

        mod memory {
            $(#[tokio::test]
            async fn $test() {
                super::$test(crate::base::TestBase::memory().await).await;
            })*
        }
    };
}
