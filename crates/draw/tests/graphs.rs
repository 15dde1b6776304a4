//! Graphs are right in what can be told of them without eyes.

use ponnuki_draw::{Graph, GraphMark};
use ponnuki_game::Color;

fn graph(leads: &[f32]) -> Graph {
    Graph {
        title: "how it went".to_owned(),
        chances: leads.iter().map(|lead| Some(0.5 + lead / 200.0)).collect(),
        leads: leads.iter().copied().map(Some).collect(),
        marks: Vec::new(),
    }
}

/// The places that the curve of a panel goes through, the panel for points being the second.
fn curve(svg: &str, panel: usize) -> Vec<(f32, f32)> {
    let path = svg
        .split("<path d=\"M")
        .filter(|path| path.contains("stroke-width:1.6"))
        .nth(panel);
    let path = path.unwrap().split('"').next().unwrap();
    let place = |text: &str| {
        let (x, y) = text.split_once(' ').unwrap();
        (x.parse().unwrap(), y.parse().unwrap())
    };
    path.split('L').map(place).collect()
}

#[test]
fn what_is_good_for_black_is_up() {
    let svg = graph(&[0.0, 5.0, -5.0]).to_svg();
    for panel in [0, 1] {
        let [even, good, bad] = curve(&svg, panel)[..] else {
            panic!("three positions are three places");
        };
        assert!(even.0 < good.0 && good.0 < bad.0, "time goes to the right");
        assert!(good.1 < even.1 && even.1 < bad.1, "panel {panel}");
    }
}

#[test]
fn a_quiet_game_looks_quiet_and_a_wild_one_stays_inside() {
    let height = |leads: &[f32]| {
        let curve = curve(&graph(leads).to_svg(), 1);
        curve[0].1 - curve[1].1
    };
    assert!(height(&[0.0, 1.0]) < height(&[0.0, 8.0]));
    assert!(height(&[0.0, 8.0]) <= height(&[0.0, 60.0]));
    assert_eq!(height(&[0.0, 60.0]), height(&[0.0, 6000.0]));
}

#[test]
fn positions_that_are_not_known_are_gone_over() {
    let mut graph = graph(&[0.0, 5.0, -5.0, 3.0]);
    graph.chances[1] = None;
    graph.leads[1] = None;
    assert_eq!(curve(&graph.to_svg(), 0).len(), 3);
    let nothing = Graph {
        title: String::new(),
        chances: Vec::new(),
        leads: Vec::new(),
        marks: Vec::new(),
    };
    assert!(nothing.to_svg().ends_with("</svg>\n"));
}

#[test]
fn marks_that_would_touch_stand_above_each_other() {
    let mut graph = graph(&[0.0; 200]);
    graph.marks = [10, 11, 100]
        .map(|at| GraphMark {
            at,
            color: Color::Black,
            label: at.to_string(),
        })
        .to_vec();
    let svg = graph.to_svg();
    let heights: Vec<&str> = svg
        .split("cy=\"")
        .skip(1)
        .filter_map(|rest| rest.split('"').next())
        .collect();
    assert_eq!(heights.len(), 3);
    assert_ne!(heights[0], heights[1]);
    assert_eq!(heights[0], heights[2]);
}

#[test]
fn a_graph_loads_nothing_and_runs_nothing() {
    let mut graph = graph(&[0.0, 1.0]);
    graph.title = "<script>alert(1)</script> & more".to_owned();
    let svg = graph.to_svg();
    for banned in ["<script", "href", "<image", "url("] {
        assert!(!svg.contains(banned), "{banned}");
    }
    assert!(svg.contains("<title>&lt;script&gt;alert(1)&lt;/script&gt; &amp; more</title>"));
}
