//! The option for a network that imitates people.

use std::sync::Arc;

use ponnuki_engine::{HumanNetworks, Imitator, Net};
use ponnuki_nets::NetFault;

use crate::Failure;
use crate::thinker::find_net;

/// Which network imitates people, if one does.
#[derive(Clone, Debug, Default, clap::Args)]
pub(crate) struct HumanArg {
    /// Imitate people with this network: a file, or a name as for --net
    #[arg(long, value_name = "FILE")]
    human_model: Option<String>,
}

impl HumanArg {
    /// The network as it was named.
    pub(crate) fn word(&self) -> Option<&str> {
        self.human_model.as_deref()
    }

    /// The networks that imitate people, beside `main`, which thinks.
    ///
    /// # Errors
    ///
    /// There is no such network, or it was not made to imitate people.
    pub(crate) fn find(&self, main: Option<&Arc<Net>>) -> Result<HumanNetworks, Failure> {
        let net = match self.word() {
            Some(word) => find_net(Some(word))?,
            None => None,
        };
        let imitator = match net {
            Some(net) => {
                let name = net.model().name.clone();
                let imitator = Imitator::new(net);
                Some(imitator.ok_or(Failure::Net(NetFault::NotHuman { name }))?)
            }
            None => None,
        };
        Ok(HumanNetworks::new(imitator, main.map(Arc::as_ref)))
    }
}
