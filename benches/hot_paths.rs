//! The same tasks as `ratios`, each side by itself under criterion: `cargo bench --bench hot_paths [-- FILTER]`.

mod bare;
mod tasks;

use std::time::Duration;

use criterion::{Criterion, criterion_group, criterion_main};

fn hot_paths(criterion: &mut Criterion) {
    for task in tasks::all() {
        task.check();
        let mut group = criterion.benchmark_group(format!("{}, goal {}", task.name, task.goal));
        group.sample_size(10).measurement_time(Duration::from_secs(3)).warm_up_time(Duration::from_millis(500));
        group.bench_function("ours", |bencher| bencher.iter(|| (task.ours)()));
        group.bench_function("theirs", |bencher| bencher.iter(|| (task.theirs)()));
        group.finish();
    }
}

criterion_group!(benches, hot_paths);
criterion_main!(benches);
